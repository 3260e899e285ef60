import CurlTransport
package import Essentials
package import HTTP
import IDTokens

/// Verifies ID tokens and session cookies of Firebase Authentication, as a server does with every request.
///
/// Make one when the server starts and share it: it keeps the published keys, so that hardly any call waits for the
/// network. What waits does so on threads of the verifier's own, never on the pool that runs tasks.
///
/// A token is taken only when it is signed with RS256 by a published key, is for the project, of the kind that was
/// asked for and of an accepted tenant, names a user, has not expired and does not come from the future.
public final class TokenVerifier: Sendable {
  private let idTokens: Source
  private let sessionCookies: Source
  private let revocation: RevocationCheck
  private let now: @Sendable () -> Date

  /// One kind of tokens.
  private struct Source: Sendable {
    let check: IDTokenCheck
    /// Nil for an emulator, which signs nothing.
    let keys: PublishedKeys?
  }

  /// What no token of the service comes near, in bytes. Browsers cut cookies at a quarter of it.
  static let largestToken = 16 << 10
  /// Of revocation checks at a time.
  static let mostChecks = 8

  /// - Parameters:
  ///   - makeTransport: a transport sends one request at a time, and blocks.
  ///   - now: the time of day, which tokens' times are compared with.
  ///   - instant: what keys' lifetimes are measured with.
  package init(
    _ options: Options, makeTransport: @escaping @Sendable () -> any HTTPTransport,
    now: @escaping @Sendable () -> Date, instant: @escaping @Sendable () -> ContinuousClock.Instant
  ) {
    // A crowd of revocation checks must not keep keys from being fetched.
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

  /// A verifier that goes by `options`. Nothing is fetched yet.
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

  /// A verifier for tokens of a project at Google's service.
  /// - Parameters:
  ///   - projectID: the project's id, `my-project`; not its number.
  ///   - tenants: whose tokens are taken; by default only tokens of no tenant.
  public convenience init(projectID: String, tenants: AcceptedTenants = .none) {
    var options = Options(projectID: projectID)
    options.tenants = tenants
    self.init(options)
  }

  /// A verifier for the unsigned tokens of an emulator, and no others. For tests and development only: anybody can
  /// write such a token.
  ///
  /// No environment variable does the same, so that none can switch a server to it by accident.
  /// - Parameters:
  ///   - projectID: the project's id.
  ///   - host: where revocation is checked; nothing else is asked of the emulator.
  ///   - port: the Authentication emulator's.
  ///   - tenants: whose tokens are taken; by default only tokens of no tenant.
  public static func emulator(
    projectID: String, host: String = "127.0.0.1", port: Int = 9099, tenants: AcceptedTenants = .none
  ) -> TokenVerifier {
    var options = Options(projectID: projectID)
    options.issuer = .emulator(host: host, port: port)
    options.tenants = tenants
    return TokenVerifier(options)
  }

  /// What `idToken` says, once it is found to be right.
  ///
  /// - Parameters:
  ///   - idToken: from the `Authorization` header, without `Bearer`.
  ///   - checkRevoked: whether to ask the service too, each time, if the account is disabled or deleted or its sessions
  ///     were revoked. Without it such a token is good until it expires, for an hour at most. Needs `Options.apiKey`.
  /// - Throws: `TokenError`; `isRefusal` tells whether the token is at fault. `cancelled` as soon as the task is, while it
  ///   waits; a token for which the keys are at hand is verified all the same.
  public func verify(
    idToken: String, checkRevoked: Bool = false
  ) async throws(TokenError) -> VerifiedToken {
    let token = try await verify(idToken, of: idTokens)
    if checkRevoked { try await revocation.check(token, idToken, now: now()) }
    return token
  }

  /// What `sessionCookie` says, once it is found to be right. An ID token is refused.
  ///
  /// Whether it was revoked cannot be asked as the user, only by an administrator's SDK with a service account: a
  /// cookie is good until it expires, for as long as it was made for.
  /// - Throws: `TokenError`; `isRefusal` tells whether the cookie is at fault. `cancelled` as soon as the task is, while
  ///   it waits; a cookie for which the keys are at hand is verified all the same.
  public func verify(sessionCookie: String) async throws(TokenError) -> VerifiedToken {
    try await verify(sessionCookie, of: sessionCookies)
  }

  private func verify(_ text: String, of source: Source) async throws(TokenError) -> VerifiedToken {
    guard text.utf8.count <= Self.largestToken
    else { throw .malformed(reason: "it is longer than \(Self.largestToken) bytes") }
    // Before the signature: a token that no key could make right must not have keys fetched.
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

/// Without the API key, also where it is dumped.
extension TokenVerifier: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: []) }
}
