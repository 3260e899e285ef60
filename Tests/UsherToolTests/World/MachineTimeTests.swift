import Essentials
import Flows
import HTTP
import IdentityToolkit
import PrivateFiles
import TestSupport
import Testing

@testable import UsherTool

/// `--timeout`, which bounds what the machine takes for a whole command.
struct MachineTimeTests {
  let tool = ToolHarness()

  private static let verify = [
    "verify-phone", "+16505553434", "--endpoint", "http://127.0.0.1:9099", "--testing",
  ]

  /// Answers after so many seconds each, and keeps account of the deadlines it is given.
  private final class SlowServer: HTTPTransport, @unchecked Sendable {
    private let clock: TestClock
    private let seconds: Double
    private let answers: TransportStub

    init(_ clock: TestClock, seconds: Double, _ answers: [TransportStub.Answer]) {
      self.clock = clock
      self.seconds = seconds
      self.answers = TransportStub(answers)
    }

    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
      clock.advance(seconds)
      return try answers.send(request)
    }
  }

  /// What a server says that is asked to send a code, to take it, and for the account.
  private let answers: [TransportStub.Answer] = [
    .json(#"{"sessionInfo":"s1"}"#),
    .json(#"{"idToken":"\#(TokenFixture.phone())","refreshToken":"r1","expiresIn":"3600"}"#),
    .json(#"{"users":[{"localId":"u1","phoneNumber":"+16505553434"}]}"#),
  ]

  /// One that is asked for the first of these.
  private func server(seconds: Double, requests: Int) -> SlowServer {
    SlowServer(tool.clock, seconds: seconds, Array(answers.prefix(requests)))
  }

  @Test func requestsShareOneTime() {
    // Asked which project it serves, and for a code; that is not confirmed any more.
    let server = server(seconds: 4, requests: 1)
    tool.network = server
    let outcome = tool.run(Self.verify + ["--code-command", "echo 654321", "--timeout", "7s"])
    #expect(
      outcome
        == .init(
          75,
          errors:
            "error: the command took longer than 7 s\n  Try again, with a longer --timeout.\n"
        ))
  }

  @Test func whatAPersonTakesDoesNotCount() {
    // A server on this machine is asked for the code that it sent, too.
    var answers = answers
    answers.insert(.json(#"{"verificationCodes":[]}"#), at: 1)
    tool.network = SlowServer(tool.clock, seconds: 3, answers)
    let terminal = ScriptedTerminal(answers: [.after(500, tool.clock), "654321"])
    #expect(tool.run(Self.verify + ["--timeout", "13s"], terminal: terminal).status == 0)
  }

  @Test func noRequestGetsMoreThanIsLeft() throws {
    let time = MachineTime(limit: .seconds(20))
    let deadlines = Deadlines()
    let stub = TransportStub(Array(repeating: .json("{}"), count: 3))
    let clock = TestClock()
    let transport = TimedTransport(
      time: time, uptime: { .seconds(clock.now.timeIntervalSince1970) },
      settings: .init(deadline: .seconds(15)),
      network: { settings in
        deadlines.given.append(settings.deadline)
        return stub
      })
    let request = HTTPRequest(method: .get, path: "/v1/projects")
    _ = try transport.send(request)
    _ = try transport.send(request)
    time.spend(.seconds(12))
    _ = try transport.send(request)
    // The first is used until it would wait too long.
    #expect(deadlines.given == [.seconds(15), .seconds(8)])
    time.spend(.seconds(8))
    #expect(throws: HTTPError.outOfTime(seconds: 20)) { try transport.send(request) }
    #expect(stub.requests.count == 3)
  }

  @Test func theRestOfTheTimeIsNoTimeThatAnybodyGave() throws {
    // The second request has the rest.
    let transport = silentTransport(limit: 20, deadline: 15, .timedOut(seconds: 15))
    #expect(throws: HTTPError.timedOut(seconds: 15)) { try transport.send(Self.request) }
    #expect(throws: HTTPError.outOfTime(seconds: 20, isSent: true)) { try transport.send(Self.request) }
  }

  private static let request = HTTPRequest(method: .get, path: "/v1/projects")

  /// One whose server fails so once the time that it was given is over.
  private func silentTransport(limit: Int, deadline: Int, _ error: HTTPError) -> TimedTransport {
    let clock = tool.clock
    return TimedTransport(
      time: MachineTime(limit: .seconds(limit)),
      uptime: { .seconds(clock.now.timeIntervalSince1970) }, settings: .init(deadline: .seconds(deadline)),
      network: { SilentServer(clock, seconds: Double($0.deadline.components.seconds), error) })
  }

  @Test(arguments: [
    (15, HTTPError.timedOut(seconds: 2), HTTPError.outOfTime(seconds: 2, isSent: true)),
    (15, .proxyFailed(reason: "no answer within 2 s"), .outOfTime(seconds: 2, isSent: false)),
    (2, .timedOut(seconds: 2), .outOfTime(seconds: 2, isSent: true)),
    (2, .sentInPart(sent: 1, of: 9, seconds: 1), .sentInPart(sent: 1, of: 9, seconds: 2)),
    (15, .connectionRefused, .connectionRefused),
  ])
  func theFirstRequestEndsByTheTimeToo(_ deadline: Int, _ met: HTTPError, _ told: HTTPError) {
    let transport = silentTransport(limit: 2, deadline: deadline, met)
    #expect(throws: told) { try transport.send(Self.request) }
  }

  /// A connection may take five seconds of the fifteen.
  @Test func aConnectionThatTakesTooLongIsNotTheTimesFault() {
    let time = MachineTime(limit: .seconds(7))
    let clock = tool.clock
    let transport = TimedTransport(
      time: time, uptime: { .seconds(clock.now.timeIntervalSince1970) },
      settings: .init(deadline: .seconds(15)),
      network: { _ in SilentServer(clock, seconds: 5, .timedOut(seconds: 5)) })
    #expect(throws: HTTPError.timedOut(seconds: 5)) { try transport.send(Self.request) }
  }

  /// Far from this machine nothing is asked first.
  @Test func aServerElsewhereThatIsSilentIsOutOfTimeToo() {
    tool.network = SilentServer(tool.clock, seconds: 2, .timedOut(seconds: 2))
    #expect(
      tool.run(
        "signin", "anonymous", "--endpoint", "http://192.0.2.7:9099", "--project", "demo-usher", "--timeout",
        "2s"
      ).status == 75)
  }

  /// Which project a server on this machine serves, say.
  @Test func whatIsAskedOnTheSideIsOfTheTime() {
    let timedOut = TransportStub.Answer.failure(.timedOut(seconds: 1))
    tool.network = SlowServer(tool.clock, seconds: 1, [timedOut])
    let outcome = tool.run("signin", "anonymous", "--endpoint", "http://127.0.0.1:9099", "--timeout", "2s")
    #expect(
      outcome
        == .init(
          75,
          errors:
            "error: the command took longer than 2 s\n  Try again, with a longer --timeout.\n"
        ))
  }

  /// Gives a request up when it was told to.
  private final class SilentServer: HTTPTransport, @unchecked Sendable {
    private let clock: TestClock
    private let seconds: Double
    private let error: HTTPError

    init(_ clock: TestClock, seconds: Double, _ error: HTTPError) {
      self.clock = clock
      self.seconds = seconds
      self.error = error
    }

    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
      clock.advance(seconds)
      throw error
    }
  }

  @Test func aRequestThatTheTimeEndsInIsTheCommandsFailure() {
    tool.network = SilentServer(tool.clock, seconds: 2, .timedOut(seconds: 2))
    #expect(
      tool.run(Self.verify + ["--timeout", "2s"])
        == .init(
          75,
          errors:
            "error: the command took longer than 2 s\n  Try again, with a longer --timeout.\n"
        ))
    #expect(tool.run(Self.verify + ["--timeout", "20s"]).status == 69)
  }

  @Test func waitingForALockCounts() throws {
    tool.signIn()
    let state = StateFile(folder: tool.configFolder, wait: LockWait(limit: .zero))
    let start = tool.clock.now
    let outcome = try state.update { _ in tool.run("session", "use", "default", "--timeout", "2s") }
    #expect(outcome.status == 75)
    let waited = tool.clock.now.timeIntervalSince(start)
    #expect(waited >= 2 && waited < 2.1)
  }

  private final class Deadlines: @unchecked Sendable {
    var given: [Duration] = []
  }
}
