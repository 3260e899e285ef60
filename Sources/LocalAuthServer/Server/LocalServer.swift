import AuthClient
import AuthServer
public import Essentials

/// A Firebase Authentication server inside this process, for tests.
///
/// It answers the calls of an app's SDK, keeps accounts in memory, and sends nothing. Read the messages that it would
/// have sent with ``messages(to:)`` and similar functions. Servers share no state, so every test can have its own. The
/// caller's thread answers the calls, most in less than a millisecond.
///
/// ```swift
/// let server = try LocalServer()
/// let auth = server.auth()
/// let provider = PhoneAuthProvider.provider(auth: auth)
/// let id = try await provider.verifyPhoneNumber("+16505550123")
/// let code = try server.smsCode(to: "+16505550123")
/// try await auth.signIn(with: provider.credential(withVerificationID: id, verificationCode: code))
/// ```
///
/// A server exists as long as something refers to it: this object, an object of one of its tenants, or a client that
/// ``auth(tenantID:)`` made.
public final class LocalServer: Sendable {
  /// The project of the clients, such as `demo-test`.
  public let projectID: String
  /// The tenant that this object works on, or nil for the project itself.
  public let tenantID: String?

  let core: ServerCore

  private init(_ core: ServerCore, projectID: String, tenantID: String?) {
    self.core = core
    self.projectID = projectID
    self.tenantID = tenantID
  }

  /// Creates a server that keeps everything in memory.
  ///
  /// - Parameters:
  ///   - project: Any project ID. IDs that begin with `demo-` never belong to a real project at Google.
  ///   - rules: What the server checks, and how long codes and tokens are valid.
  ///   - clock: Returns the server's time, for example from a ``ManualClock``. The default is the system's clock.
  ///   - random: Returns random bytes for IDs, codes and tokens. With a ``SeededRandom``, they are the same in each
  ///     run. It must not repeat itself. The default is the system's random source.
  ///   - tokenKey: The key that signs tokens. By default, the server creates one when it first needs it.
  /// - Throws: ``LocalServerError/refused(code:message:)`` if the project ID is not valid.
  public convenience init(
    project: String = "demo-test", rules: Rules = .emulator,
    clock: @escaping @Sendable () -> Date = { Date() },
    random: (@Sendable (_ count: Int) -> [UInt8])? = nil, tokenKey: TokenKey? = nil
  ) throws(LocalServerError) {
    let core = try ServerCore(
      at: .memory, project: project, policy: rules.forMemory, clock: clock, random: random,
      signingKeys: tokenKey?.keys)
    self.init(core, projectID: project, tenantID: nil)
  }

  /// Creates a server that keeps everything in a file, like `usher serve --data`.
  ///
  /// The next server with the same file continues with its data.
  ///
  /// - Parameters:
  ///   - database: The path of the file. If it is missing, it is created with mode 0600, along with its folders.
  ///   - project: Any project ID. IDs that begin with `demo-` never belong to a real project at Google.
  ///   - rules: What the server checks, and how long codes and tokens are valid.
  ///   - clock: Returns the server's time. The default is the system's clock. Data from later than this time counts as
  ///     expired.
  ///   - random: Returns random bytes. It must never return the same bytes again, also not in another run. The default
  ///     is the system's random source.
  /// - Throws: ``LocalServerError`` if the file cannot be used. The file is then unchanged.
  public convenience init(
    database: String, project: String = "demo-test", rules: Rules = .emulator,
    clock: @escaping @Sendable () -> Date = { Date() }, random: (@Sendable (_ count: Int) -> [UInt8])? = nil
  ) throws(LocalServerError) {
    let core = try ServerCore(
      at: .file(path: database), project: project, policy: rules.policy, clock: clock, random: random)
    self.init(core, projectID: project, tenantID: nil)
  }

  /// The current time of the server's clock.
  public var now: Date { core.clock() }

  /// Returns an object for one tenant of the same server, with its messages, accounts and settings.
  ///
  /// - Parameter id: The tenant's ID. Under ``Rules/emulator``, a tenant exists as soon as you name it. Under
  ///   ``Rules/strict``, ``createTenant(displayName:)`` creates it.
  public func tenant(_ id: String) -> LocalServer {
    LocalServer(core, projectID: projectID, tenantID: id)
  }

  /// Creates a tenant with every sign-in method and both second factors enabled, and returns its ID.
  public func createTenant(displayName: String) throws(LocalServerError) -> String {
    try administered { server throws(AuthFailure) in
      try server.project.createTenant(displayName: displayName).id
    }
  }

  /// Deletes accounts, sessions, codes, messages and settings of the project, or of the tenant of this object.
  ///
  /// Planned faults and the key that signs tokens stay.
  public func reset() throws(LocalServerError) {
    try administered { server throws(AuthFailure) in try server.reset() }
  }

  /// Calls the server as its owner.
  func administered<Answer>(
    _ body: (LocalServerAdmin) throws(AuthFailure) -> Answer
  ) throws(LocalServerError) -> Answer {
    do throws(AuthFailure) {
      return try body(core.administration(of: projectID, tenant: tenantID))
    } catch {
      throw LocalServerError(error)
    }
  }
}
