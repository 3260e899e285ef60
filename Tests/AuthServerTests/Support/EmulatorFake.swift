import Essentials
import HTTP
import IdentityToolkit
import Synchronization
import TestSupport

@testable import AuthServer

/// A Functions emulator: what it was told, and what it answers.
final class EmulatorFake: HTTPTransport {
  static let origin = Origin("http://127.0.0.1:5001").unsafelyUnwrapped
  static let secret = "sk_live_secret"

  private struct State {
    var backends: JSONValue? = EmulatorFake.backends([["name": "onCreate", "region": "us-central1"]])
    var answers: [Result<HTTPResponse, HTTPError>] = []
    var told: [HTTPRequest] = []
    var isBusy = false
  }

  private let state = Mutex(State())
  private let hasMore = Event()

  /// What `/backends` answers for these triggers.
  static func backends(_ triggers: [JSONValue]) -> JSONValue {
    [
      "backends": [
        [
          "directory": "/app", "env": ["STRIPE_KEY": .string(secret)], "functionTriggers": .array(triggers),
        ]
      ]
    ]
  }

  /// The requests with events.
  var told: [HTTPRequest] { state.withLock(\.told) }
  /// Each event's generation, kind and account, such as `v1 created kim`.
  var events: [String] { told.map(Self.summary) }

  /// Waits until it was told of so many events.
  func wait(forEvents count: Int) {
    while told.count < count { hasMore.wait() }
  }

  /// From now on, it has these triggers; nil if it does not run.
  func run(_ triggers: [JSONValue]?) {
    state.withLock { $0.backends = triggers.map(Self.backends) }
  }

  /// From now on, it does not answer in time.
  func stall() {
    state.withLock { $0.isBusy = true }
  }

  /// The next events are answered like this; all later ones are taken.
  func answer(_ answers: Result<HTTPResponse, HTTPError>...) {
    state.withLock { $0.answers += answers }
  }

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    let answer: Result<HTTPResponse, HTTPError> = state.withLock { state in
      guard let backends = state.backends else { return .failure(.connectionRefused) }
      if state.isBusy { return .failure(.timedOut(seconds: 5)) }
      if request.path == "/backends" { return .json(backends.text) }
      let answer =
        state.answers.isEmpty
        ? .json(#"{"status":"multicast_acknowledged"}"#) : state.answers.removeFirst()
      if (try? answer.get().status) == 200 { state.told.append(request) }
      return answer
    }
    hasMore.signal()
    return try answer.get()
  }

  private static func summary(_ request: HTTPRequest) -> String {
    let body = JSONValue(json: request.body) ?? .null
    let data = body["data"] ?? .null
    let (form, type) = body["specversion"] == nil ? ("v1", body["eventType"]) : ("v2", body["type"])
    let uid = (data["value"] ?? data["oldValue"] ?? data)["uid"]?.string ?? "?"
    let isCreated = type?.string?.firstRange(of: ".create") != nil
    return "\(form) \(isCreated ? "created" : "deleted") \(uid)"
  }
}

extension EmulatorFake {
  /// The settings of a server that is told of this emulator.
  func settings(
    isExpected: Bool = true, mayStartSoon: Bool = true, uptime: @escaping @Sendable () -> Duration
  ) -> FunctionsSettings {
    FunctionsSettings(
      isExpected: isExpected, find: { FunctionsPlace(origin: Self.origin, source: "--functions") },
      mayStartSoon: { mayStartSoon }, transport: self, uptime: uptime)
  }
}

extension TestClock {
  /// The time since the test began.
  var uptime: Duration { .milliseconds(Int64((now.timeIntervalSince1970 - 1_800_000_000) * 1000)) }
}

extension ServerHarness {
  /// A server with functions.
  convenience init(
    telling emulator: EmulatorFake, policy: Policy = .quickEmulator, isExpected: Bool = true,
    functions: FunctionFake? = nil, notice: (@Sendable (ServerNotice) -> Void)? = nil,
    clock: TestClock = TestClock(),
    folder: TemporaryFolder? = nil, seed: Int = 0
  ) throws {
    try self.init(
      policy: policy, functions: functions,
      events: emulator.settings(isExpected: isExpected, uptime: { clock.uptime }), notice: notice,
      folder: folder, clock: clock, seed: seed)
  }

  func sender(_ holder: UInt8 = 1) -> EventSender {
    EventSender(
      link: server.link, server.link.settings.unsafelyUnwrapped,
      holder: [UInt8](repeating: holder, count: 16))
  }

  /// Each stored event's form, kind, account and state.
  func events() throws -> [String] {
    try store.read { transaction in
      try transaction.connection.all(AccountEvent.self, where: "id > 0 ORDER BY id").map {
        "\($0.form.rawValue) \($0.kind.rawValue) \($0.localID) \($0.state.rawValue)"
      }
    }
  }
}
