import HTTP
import LibC
import Synchronization

/// Threads that wait for answers. Connections are kept from one request to the next.
final class RequestThreads: Sendable {
  typealias Answer = Result<HTTPResponse, HTTPError>

  private let threads: JobThreads
  private let makeTransport: @Sendable () -> any HTTPTransport
  private let idle = Mutex<[any HTTPTransport]>([])

  /// More than so many requests do not wait: whoever asks is better told at once.
  static let mostWaiting = 1000

  /// - Parameters:
  ///   - limit: of requests at a time.
  ///   - makeTransport: a transport sends one request at a time.
  init(limit: Int, makeTransport: @escaping @Sendable () -> any HTTPTransport) {
    threads = JobThreads(limit: limit, mostWaiting: Self.mostWaiting)
    self.makeTransport = makeTransport
  }

  /// Sends `request` on another thread, unless nobody needs the answer any more when its turn comes.
  /// - Returns: false where too many wait; `completion` is then never called.
  func send(
    _ request: HTTPRequest, isNeeded: @escaping @Sendable () -> Bool = { true },
    completion: @escaping @Sendable (Answer) -> Void
  ) -> Bool {
    threads.add(
      { if isNeeded() { completion(self.answer(to: request)) } },
      orElse: { completion(.failure(.connectionFailed(reason: "no thread could be started"))) })
  }

  private func answer(to request: HTTPRequest) -> Answer {
    let transport = idle.withLock { $0.popLast() } ?? makeTransport()
    defer { idle.withLock { $0.append(transport) } }
    do {
      return .success(try transport.send(request))
    } catch {
      return .failure(error)
    }
  }
}
