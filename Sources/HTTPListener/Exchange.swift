internal import Essentials
internal import HTTP

/// One request as it comes in, and its answer. Lives on the thread of its connection.
final class Exchange {
  /// What is to be done after a piece of the request.
  enum Step {
    case readOn
    case answer(HTTPResponse)
    case hangUp
  }

  private let target: String
  private let connection: Connection
  private let service: Service
  /// The request as far as it has come in; nil before its head has.
  private var request: HTTPRequest?
  private var bodySize = 0

  init(target: String, connection: Connection, service: Service) {
    self.target = target
    self.connection = connection
    self.service = service
    connection.enter(.head)
  }

  /// Called with the whole head, then with each piece of the body, then with an empty piece.
  func proceed(
    method: String, version: String, upload: UnsafeRawBufferPointer, headers: () -> HTTPHeaders
  ) -> Step {
    if request == nil {
      return begin(RequestHead(method: method, version: version, target: target, headers: headers()))
    }
    if upload.isEmpty { return finish() }
    bodySize += upload.count
    if bodySize <= service.bodyLimit {
      request?.body.append(contentsOf: upload)
    } else if bodySize > service.bodyLimit + Self.patience {
      return .hangUp
    }
    return .readOn
  }

  /// The exchange is over: the answer is sent, or the connection gone.
  func end() {
    connection.enter(.idle)
  }

  // A body of unknown length can only be answered at its end, so this much more of it is read and forgotten.
  private static let patience = 1 << 20

  private func begin(_ head: RequestHead) -> Step {
    do throws(Refusal) {
      if case .length(let length) = try head.framing(), length > service.bodyLimit {
        throw Refusal.bodyTooLarge
      }
      request = try head.request(hostRule: service.hostRule)
      connection.enter(.body)
      return .readOn
    } catch {
      return answer(error.response)
    }
  }

  private func finish() -> Step {
    guard let request, bodySize <= service.bodyLimit else { return answer(Refusal.bodyTooLarge.response) }
    connection.enter(.handler)
    do throws(StorageFailure) {
      return answer(try service.handler.respond(to: request))
    } catch {
      // What is wrong with the store is for the operator, not for the peer.
      return answer(Refusal.unavailable.response)
    }
  }

  private func answer(_ response: HTTPResponse) -> Step {
    var response = response
    if service.isDraining { response.headers["Connection"] = "close" }
    connection.enter(.answer)
    return .answer(response)
  }
}
