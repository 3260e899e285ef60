import IdentityToolkit
import LibC
import Synchronization
import TestSupport
import Testing

/// Tokens that ran out, and processes that find out at the same time.
@Suite struct RenewalTests {
  private let usher: Usher
  private let server: Server
  private let relay: Relay
  private let gate = Gate()

  init() throws {
    let local = Usher()
    server = try Server(local)
    relay = Relay(to: server.url) { [gate] in gate.pass() }
    usher = local.at(relay.url)
    try usher.signIn()
  }

  @Test(arguments: 1...Size.of(1, long: 200)) func manyProcessesRenewOnce(round: Int) throws {
    usher.makeTokensRunOut()
    let endings = (0..<Size.of(8, long: 64)).map { _ in usher.launch("token").start() }.map { $0.wait() }
    #expect(endings.allSatisfy { $0.status == 0 && $0.errors == "" })
    #expect(Set(endings.map(\.output)).count == 1)
    #expect(relay.grants == 1)
  }

  @Test func aFreshTokenIsNotRenewed() {
    #expect(usher.run("token").status == 0)
    #expect(relay.grants == 0)
    #expect(usher.run("token", "--min-ttl", "2h").status == 0)
    #expect(relay.grants == 1)
    #expect(usher.run("token", "--refresh").status == 0)
    #expect(relay.grants == 2)
  }

  @Test func signingOutBeatsALateRenewal() throws {
    usher.makeTokensRunOut()
    gate.holdNext()
    let late = usher.launch("token").start()
    gate.waitUntilHeld()
    #expect(usher.run("signout").status == 0)
    gate.open()
    late.wait()
    #expect(usher.run("whoami").status == 4)
    #expect(usher.run("token").status == 4)
  }

  @Test func anotherSessionGoesOnMeanwhile() throws {
    try usher.signIn("--as", "b")
    usher.makeTokensRunOut()
    gate.holdNext()
    let held = usher.launch("token").start()
    gate.waitUntilHeld()
    #expect(usher.run("token", "--as", "b", "--quiet").status == 0)
    #expect(usher.run("pending", "list").status == 0)
    gate.open()
    #expect(held.wait().status == 0)
    #expect(relay.grants == 2)
  }

  @Test func aRejectedGrantEndsTheSessionThatWasTried() throws {
    usher.makeTokensRunOut()
    usher.run("local", "reset", "--yes")
    #expect(usher.run("token").status == 4)
    #expect(usher.run("whoami").status == 4)
    #expect(relay.grants == 1)
  }

  @Test func aRejectedGrantLeavesANewerSessionAlone() throws {
    try usher.signIn("--as", "newer")
    usher.run("session", "export", usher.home.path + "/newer", "--as", "newer")
    usher.makeTokensRunOut()
    usher.run("local", "reset", "--yes")
    gate.holdNext()
    let late = usher.launch("token").start()
    gate.waitUntilHeld()
    #expect(usher.run("session", "import", usher.home.path + "/newer").status == 0)
    gate.open()
    #expect(late.wait().status == 4)
    #expect(usher.run("whoami").status == 0)
  }

  @Test func aRenewalThatIsKilledHoldsNobodyUp() throws {
    usher.makeTokensRunOut()
    gate.holdNext()
    let killed = usher.launch("token").start()
    gate.waitUntilHeld()
    let waiting = usher.launch("token").start()
    killed.send(SIGKILL)
    #expect(waiting.wait().status == 0)
    gate.open()
  }

  @Test func whoWaitsTooLongForARenewalIsTold() throws {
    usher.makeTokensRunOut()
    gate.holdNext()
    let held = usher.launch("token").start()
    gate.waitUntilHeld()
    #expect(usher.run("token", "--timeout", "0.3s").status == 75)
    gate.open()
    #expect(held.wait().status == 0)
  }

  @Test func controlCWhileATokenIsRenewedKeepsTheSession() throws {
    usher.makeTokensRunOut()
    gate.holdNext()
    let interrupted = usher.launch("token").start()
    gate.waitUntilHeld()
    interrupted.send(SIGINT)
    #expect(interrupted.wait().signal == SIGINT)
    gate.open()
    #expect(usher.run("token").status == 0)
  }
}

extension Usher {
  /// As if an hour had gone by.
  func makeTokensRunOut() {
    // A pending step has such a time too, but no token after it.
    rewriteState { state in
      state.replacing(/"expires_at": "[^"]*"(,\s*"id_token")/) {
        #""expires_at": "2020-01-01T00:00:00Z""# + $0.output.1
      }
    }
  }

  func rewriteState(_ change: (String) -> String) {
    guard let state = home.text(of: "config/state.json") else { fatalError("there is no state") }
    home.write(change(state), to: "config/state.json")
  }
}

/// Holds one answer back until it is told to let it go.
private final class Gate: Sendable {
  private enum State { case open, armed, holding }
  private let state = Mutex(State.open)

  func holdNext() { state.withLock { $0 = .armed } }
  func open() { state.withLock { $0 = .open } }

  func pass() {
    let isHeld = state.withLock { state in
      guard state == .armed else { return false }
      state = .holding
      return true
    }
    while isHeld, state.withLock({ $0 == .holding }) { usleep(500) }
  }

  func waitUntilHeld() {
    let deadline = ContinuousClock.now + .seconds(3600)
    while state.withLock({ $0 != .holding }) {
      guard ContinuousClock.now < deadline else { return _ = Issue.record("nothing came to be held") }
      usleep(500)
    }
  }
}
