import AuthClient
import AuthServer
public import Essentials

/// A Firebase Authentication server inside this process, for tests.
///
/// It answers what an app's SDK calls, keeps accounts in memory, and sends nothing: what it would have sent is read with
/// ``messages(to:)`` and its like. Nothing of it is shared, so a program can have as many as it has tests. Calls are
/// answered on the caller's thread, most in less than a millisecond.
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
/// A server lasts as long as anything refers to it: this object, those of its tenants, or a client that
/// ``auth(tenantID:)`` made.
public final class LocalServer: Sendable {
  /// The project that clients are in, `demo-test`.
  public let projectID: String
  /// The tenant that this object looks into; nil for the project itself.
  public let tenantID: String?

  let core: ServerCore

  private init(_ core: ServerCore, projectID: String, tenantID: String?) {
    self.core = core
    self.projectID = projectID
    self.tenantID = tenantID
  }

  /// A server that keeps everything in memory.
  ///
  /// - Parameters:
  ///   - project: Any id; those that begin with `demo-` belong to nobody at Google.
  ///   - rules: What it takes amiss, and for how long codes and tokens count.
  ///   - clock: The time that it goes by, a ``ManualClock``'s say; by default the system's.
  ///   - random: Gives as many bytes as it is asked for, of which ids, codes and tokens are made: those of a
  ///     ``SeededRandom`` make them the same each time. It must not repeat itself. By default the system's.
  ///   - tokenKey: Signs tokens; by default a new one, made when it is first needed.
  /// - Throws: ``LocalServerError/refused(code:message:)`` for a project id that cannot be one.
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

  /// A server that keeps everything in a file, as `usher serve --data` does, so that the next one goes on where this one
  /// ended.
  ///
  /// - Parameters:
  ///   - database: The file's path. Where it is missing it is created, with mode 0600, and its folders with it.
  ///   - project: Any id; those that begin with `demo-` belong to nobody at Google.
  ///   - rules: What it takes amiss, and for how long codes and tokens count.
  ///   - clock: The time that it goes by; by default the system's. What the file has from later than that counts as
  ///     expired.
  ///   - random: Gives as many bytes as it is asked for, which it must never have given before; by default the
  ///     system's.
  /// - Throws: ``LocalServerError`` where the file cannot be used; it is left as it is.
  public convenience init(
    database: String, project: String = "demo-test", rules: Rules = .emulator,
    clock: @escaping @Sendable () -> Date = { Date() }, random: (@Sendable (_ count: Int) -> [UInt8])? = nil
  ) throws(LocalServerError) {
    let core = try ServerCore(
      at: .file(path: database), project: project, policy: rules.policy, clock: clock, random: random)
    self.init(core, projectID: project, tenantID: nil)
  }

  /// What the server's clock shows.
  public var now: Date { core.clock() }

  /// The same server, looked into for one tenant: its messages, accounts and settings.
  ///
  /// - Parameter id: Under ``Rules/emulator`` tenants exist once they are named; under ``Rules/strict``,
  ///   ``createTenant(displayName:)`` makes them.
  public func tenant(_ id: String) -> LocalServer {
    LocalServer(core, projectID: projectID, tenantID: id)
  }

  /// Makes a tenant with every sign-in method and both second factors enabled; its id.
  public func createTenant(displayName: String) throws(LocalServerError) -> String {
    try administered { server throws(AuthFailure) in
      try server.createTenant(displayName: displayName).id
    }
  }

  /// Forgets accounts, sessions, codes, messages and settings of the project, or of the tenant that this object looks
  /// into. Planned faults and the key of tokens stay.
  public func reset() throws(LocalServerError) {
    try administered { server throws(AuthFailure) in try server.reset() }
  }

  /// Asks the server as its owner.
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
