import Essentials
import HTTP
import IdentityToolkit
import Synchronization

/// The functions of a project: what they were told, and what they say to it.
final class FunctionFake: HTTPTransport {
  static let uri = "http://127.0.0.1:5001/demo-test/us-central1/before?x=1"

  private let recorded = Mutex<[HTTPRequest]>([])
  private let answers: Mutex<@Sendable (_ event: JSONValue) throws(HTTPError) -> HTTPResponse>

  init(_ answer: @escaping @Sendable (_ event: JSONValue) throws(HTTPError) -> HTTPResponse) {
    answers = Mutex(answer)
  }

  /// From now on they say this.
  func say(_ answer: @escaping @Sendable (_ event: JSONValue) throws(HTTPError) -> HTTPResponse) {
    answers.withLock { $0 = answer }
  }

  var requests: [HTTPRequest] { recorded.withLock { $0 } }
  /// What each request said.
  var events: [JSONValue] { requests.map(Self.event) }
  /// Each event's name.
  var names: [String] { events.map { $0["event_type"]?.string ?? "" } }

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    recorded.withLock { $0.append(request) }
    let answer = answers.withLock { $0 }
    return try answer(Self.event(request))
  }

  private static func event(_ request: HTTPRequest) -> JSONValue {
    let token = JSONValue(json: request.body)?["data"]?["jwt"]?.string
    return (try? claims(of: token)) ?? .null
  }
}

extension HTTPResponse {
  /// What a function says of an account; `updateMask` names all of it.
  static func userRecord(_ record: JSONValue = [:]) -> HTTPResponse {
    var record = record
    record["updateMask"] = .string((record.members ?? []).map(\.name).joined(separator: ","))
    return function(200, JSONValue.object([.init("userRecord", record)]).text)
  }

  static let allowed = HTTPResponse.function(200, "{}")

  static func function(_ status: Int, _ text: String) -> HTTPResponse {
    HTTPResponse(status: status, body: Data(text.utf8))
  }
}

extension ServerHarness {
  /// Has the project ask functions at `events`.
  func setFunctions(
    _ events: [String] = ["beforeCreate", "beforeSignIn"], uri: String = FunctionFake.uri,
    forwarding: JSONValue = [:]
  ) throws {
    let triggers = events.map { JSONValue.Member($0, ["functionUri": .string(uri)]) }
    _ = try setConfig(
      ["blockingFunctions": ["triggers": .object(triggers), "forwardInboundCredentials": forwarding]],
      mask: "blockingFunctions")
  }
}
