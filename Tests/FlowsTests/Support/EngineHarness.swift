import AuthClient
import AuthServer
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import PrivateFiles
import TestSupport

@testable import Flows

/// An engine with a state file and a server of its own, in this process, and with a scripted asker.
final class EngineHarness {
  let clock = TestClock()
  let asker = ScriptedAsker()
  let flow: FlowSession
  private let folder = TemporaryFolder()
  private let backend: Backend

  static let number = PhoneNumber(stored: 16_505_550_123)
  static let email = "kim@example.com"
  static let password = "correct horse"

  init(_ change: (inout Policy) -> Void = { _ in }) throws {
    for (name, content) in EmbeddedDatabase.files { folder.write(content, to: name) }
    var policy = Policy.strict
    policy.appVerificationRequired = false
    policy.enumerationProtection = false
    policy.scryptCostExponent = 4
    change(&policy)
    let clock = clock
    let service = IdentityToolkitServer(
      store: try Store(at: .file(path: folder.path(of: "local.db"))), project: "demo-usher", policy: policy,
      clock: { clock.now }, random: SecureRandom.bytes, pause: { _ in }, version: "0.1.0")
    let backend = Backend(
      endpoint: .embedded, apiKey: "k", project: "demo-usher", transport: EmbeddedTransport(service),
      pause: { _ in })
    self.backend = backend
    let state = StateFile(folder: folder.path(of: "state"), wait: LockWait(limit: .seconds(3600)))
    flow = FlowSession(
      key: Binding(profile: "default", endpoint: "local", project: "demo-usher").session(), isNamed: false,
      backend: { backend }, state: StateStore(file: state, isKept: true), now: { clock.now }, givenBy: nil,
      given: { nil }, appVerifier: { NoVerifier(clock) })
    asker.server = server
    asker.flow = flow
  }

  var server: LocalServerAdmin { LocalServerAdmin(backend: backend) }
  var engine: Engine { Engine(flow, asking: asker) }

  /// The kinds of the pending steps.
  var pending: [String] {
    get throws { try flow.state.read().pending(of: flow.key).map(\.kindName) }
  }

  var current: SavedSession? { get throws { try flow.current() } }

  /// Creates an account with a verified address and a password, and signs in to it.
  func signUp() throws {
    asker.answers = [.password(Self.password)]
    _ = try engine.signUp(try EmailAddress(Self.email))
    var verified = UpdateAccount.Request()
    verified.localId = try current?.uid
    verified.emailVerified = true
    try server.project.change(verified)
    asker.log = []
  }
}

/// App verification that a server which asks for none needs.
private struct NoVerifier: AppVerifying {
  let verification: AppVerification
  var hasNews: Bool { false }

  init(_ clock: TestClock) {
    verification = AppVerification(now: { clock.now }, pause: {})
    verification.isAppVerificationDisabledForTesting = true
  }

  func save(in state: inout SavedState) {}
}
