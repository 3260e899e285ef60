import CurlTransport
package import Essentials
package import HTTP
import IDTokens

/// A verifier of Firebase Authentication's ID tokens and session cookies, for use in a server.
///
/// Create one when the server starts, and share it. It caches the published keys, so calls rarely wait for the network.
/// Network requests run on the verifier's own threads, never on the pool that runs tasks.
///
/// A token is accepted only if all of this is true:
///
/// - A published key signed it with RS256.
/// - It is for the project, of the expected kind, and of an accepted tenant.
/// - It names a user, has not expired and was not issued in the future.
public final class TokenVerifier: Sendable {
  private let idTokens: Source
  private let sessionCookies: Source
  private let revocation: RevocationCheck
  private let now: @Sendable () -> Date

  /// The checks and keys for one kind of tokens.
  private struct Source: Sendable {
    let check: IDTokenCheck
    /// Nil for an emulator, because its tokens are not signed.
    let keys: PublishedKeys?
  }

  /// The maximum size of a token, in bytes.
  ///
  /// The service's tokens are far smaller.
  ///
  /// Browsers limit cookies to a quarter of it.
  static let largestToken = 16 << 10
  /// The maximum number of revocation checks at a time.
  static let mostChecks = 8

  /// - Parameters:
  ///   - makeTransport: Creates a transport, which sends one request at a time and blocks.
  ///   - now: Returns the current time, for comparison with the times in tokens.
  ///   - instant: Returns the instant that key lifetimes are measured with.
  package init(
    _ options: Options, makeTransport: @escaping @Sendable () -> any HTTPTransport,
    now: @escaping @Sendable () -> Date, instant: @escaping @Sendable () -> ContinuousClock.Instant
  ) {
    // Keys have threads of their own, so many revocation checks cannot delay them.
    let threads = RequestThreads(limit: 2, makeTransport: makeTransport)
    func source(of kind: TokenKind) -> Source {
      var check = IDTokenCheck(
        .service(tenant: options.tenants.rule), for: options.projectID,
        from: [kind.issuer(of: options.projectID)])
      check.expiryLeeway = options.allowedLeeway
      check.startLeeway = options.allowedLeeway
      if case .emulator = options.issuer {
        check.algorithm = .none
        return Source(check: check, keys: nil)
      }
      return Source(
        check: check,
        keys: PublishedKeys(of: kind, from: options.issuer, threads: threads, instant: instant))
    }
    idTokens = source(of: .idToken)
    sessionCookies = source(of: .sessionCookie)
    revocation = RevocationCheck(
      issuer: options.issuer, apiKey: options.apiKey,
      threads: RequestThreads(limit: Self.mostChecks, makeTransport: makeTransport))
    self.now = now
  }

  /// Creates a verifier with `options`.
  ///
  /// It does not fetch anything yet.
  public convenience init(_ options: Options) {
    var configuration = CurlTransport.Configuration()
    configuration.connectDeadline = options.connectTimeout
    configuration.requestDeadline = options.requestTimeout
    configuration.trust = options.certificateAuthorities.map { .file($0) } ?? .system
    configuration.proxy = options.proxy
    self.init(
      options, makeTransport: { [configuration] in CurlTransport(configuration) }, now: options.clock,
      instant: { .now })
  }

  /// Creates a verifier for a project's tokens at Google's service.
  ///
  /// - Parameters:
  ///   - projectID: The project's ID, such as `my-project`. This is not the project number.
  ///   - tenants: The tenants whose tokens are accepted. The default is only tokens without a tenant.
  public convenience init(projectID: String, tenants: AcceptedTenants = .none) {
    var options = Options(projectID: projectID)
    options.tenants = tenants
    self.init(options)
  }

  /// Creates a verifier that accepts only an emulator's unsigned tokens.
  ///
  /// Use it for tests and development only: anybody can write such a token. No environment variable has the same
  /// effect, so a server cannot switch to it by accident.
  /// - Parameters:
  ///   - projectID: The project's ID.
  ///   - host: The emulator's host. It is used only to check revocation.
  ///   - port: The port of the Authentication emulator.
  ///   - tenants: The tenants whose tokens are accepted. The default is only tokens without a tenant.
  public static func emulator(
    projectID: String, host: String = "127.0.0.1", port: Int = 9099, tenants: AcceptedTenants = .none
  ) -> TokenVerifier {
    var options = Options(projectID: projectID)
    options.issuer = .emulator(host: host, port: port)
    options.tenants = tenants
    return TokenVerifier(options)
  }

  /// Verifies `idToken` and returns its content.
  ///
  /// - Parameters:
  ///   - idToken: The token from the `Authorization` header, without `Bearer`.
  ///   - checkRevoked: Whether to ask the service each time if the account is disabled or deleted or its sessions were
  ///     revoked. Without this check, such a token is valid until it expires, for an hour at most. Needs
  ///     `Options.apiKey`.
  /// - Throws: `TokenError`; `isRefusal` says whether the token is at fault. It is `cancelled` if the task is cancelled
  ///   while it waits. If the keys are cached, a cancelled task still verifies the token.
  public func verify(
    idToken: String, checkRevoked: Bool = false
  ) async throws(TokenError) -> VerifiedToken {
    let token = try await verify(idToken, of: idTokens)
    if checkRevoked { try await revocation.check(token, idToken, now: now()) }
    return token
  }

  /// Verifies `sessionCookie` and returns its content.
  ///
  /// It refuses ID tokens.
  ///
  /// It cannot check whether the cookie was revoked: only an admin SDK with a service account can. A cookie is valid
  /// until it expires.
  /// - Throws: `TokenError`; `isRefusal` says whether the cookie is at fault. It is `cancelled` if the task is
  ///   cancelled while it waits. If the keys are cached, a cancelled task still verifies the cookie.
  public func verify(sessionCookie: String) async throws(TokenError) -> VerifiedToken {
    try await verify(sessionCookie, of: sessionCookies)
  }

  private func verify(_ text: String, of source: Source) async throws(TokenError) -> VerifiedToken {
    guard text.utf8.count <= Self.largestToken
    else { throw .malformed(reason: "it is longer than \(Self.largestToken) bytes") }
    // Claims are checked before the signature, so a token that cannot be valid does not cause a fetch of keys.
    let (token, checked) = try Self.naming { () throws(IDTokenProblem) in
      let token = try JWT(text)
      return (token, try source.check.claims(of: token, at: now()))
    }
    guard let keys = source.keys else {
      try Self.naming { () throws(IDTokenProblem) in try token.verifyUnsigned() }
      return VerifiedToken(checked)
    }
    guard let id = token.keyID else { throw .unknownKey }
    let key = try await keys.key(id)
    try Self.naming { () throws(IDTokenProblem) in try token.verify(with: key) }
    return VerifiedToken(checked)
  }

  private static func naming<Value>(
    _ body: () throws(IDTokenProblem) -> Value
  ) throws(TokenError) -> Value {
    do throws(IDTokenProblem) {
      return try body()
    } catch {
      throw TokenError(error)
    }
  }
}

/// Dumps leave out the API key.
extension TokenVerifier: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: []) }
}
