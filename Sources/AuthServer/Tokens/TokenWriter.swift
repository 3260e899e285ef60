import Crypto
import Essentials
import IDTokens
import IdentityToolkit
import Synchronization

/// A writer of tokens, which also recognizes its own.
final class TokenWriter: Sendable {
  private let store: Store
  private let policy: Policy
  private let newKeys: SharedSigningKeys?
  /// Keys never change, so a process reads each key once, when it first needs it.
  private let loaded = Mutex<[SigningKey.Purpose: SigningKey]>([:])

  /// - Parameter newKeys: The keys for a database without any. Nil creates them.
  init(store: Store, policy: Policy, newKeys: SharedSigningKeys?) {
    self.store = store
    self.policy = policy
    self.newKeys = newKeys
  }

  /// Returns a new token for `session` of `account`.
  ///
  /// This takes a fifth of a millisecond: never call it in a transaction.
  /// - Parameter isLegacy: Whether to issue the old kind, which cannot be renewed.
  func issue(
    for account: Account, session: AuthSession, project: String, tenant: String?, now: Date,
    isLegacy: Bool = false
  ) throws -> String {
    var claims =
      isLegacy
      ? IDTokenClaims(legacyOf: account, session: session, project: project, tenant: tenant, issuedAt: now)
      : IDTokenClaims(
        account: account, session: session, project: project, tenant: tenant, issuedAt: now,
        lifetime: policy.idTokenLifetime)
    // At Firebase's emulator, an account can be verified without an address.
    if policy.dialect.verifiesMissingAddress, !isLegacy, account.isEmailVerified {
      claims?.value["email_verified"] = true
    }
    guard let payload = claims?.value else {
      throw StorageFailure.corrupt(path: store.path, reason: "the claims of an account cannot be right")
    }
    return try policy.unsignedTokens
      ? JWT.unsigned(payload)
      : sign(payload, as: .idTokens, namesType: !isLegacy || !policy.dialect.leavesTypeOutOfTokens)
  }

  /// Returns a token with these claims.
  ///
  /// It is signed if ID tokens are.
  func write(_ payload: JSONValue, as purpose: SigningKey.Purpose) throws -> String {
    try policy.unsignedTokens
      ? JWT.unsigned(payload)
      : sign(
        payload, as: purpose,
        namesType: purpose != .sessionCookies || !policy.dialect.leavesTypeOutOfTokens)
  }

  /// Returns a signed token.
  ///
  /// - Parameter namesType: Whether the header says that the token is a JWT.
  func sign(_ payload: JSONValue, as purpose: SigningKey.Purpose, namesType: Bool = true) throws -> String {
    let key = try signingKey(for: purpose)
    return try JWT.signed(payload, by: key.privateKey, id: key.id, namesType: namesType)
  }

  /// Returns whether `sign` wrote `token` for this purpose, and it passes `check`.
  func isSigned(_ token: String, as purpose: SigningKey.Purpose, by check: IDTokenCheck, now: Date) throws
    -> Bool
  {
    do {
      _ = try content(of: token, as: purpose, by: check, now: now)
      return true
    } catch is IDTokenProblem {
      return false
    }
  }

  /// Returns the content of a token that `sign` wrote for this purpose, and that passes `check`.
  ///
  /// - Throws: `IDTokenProblem` for other tokens.
  func content(
    of token: String, as purpose: SigningKey.Purpose, by check: IDTokenCheck, now: Date
  ) throws -> CheckedToken {
    try check.token(token, signedBy: signingKey(for: purpose).keySet, at: now)
  }

  /// Verifies `token` and returns its content.
  ///
  /// This server must have written it for this tenant of `project`, or for none, and it must not have expired.
  func verify(_ token: JWT, project: String, tenant: String?, now: Date) throws -> IDToken {
    var check = IDTokenCheck(
      .service(tenant: .exactly(tenant)), for: project,
      from: ["https://securetoken.google.com/" + project, ClaimSet.legacyIssuer])
    check.algorithm = policy.unsignedTokens ? .none : .rs256
    check.expiryLeeway = Double(Policy.idTokenGrace)
    // A token from the future was written before the clock was set back, and this does not end sessions.
    check.startLeeway = .infinity
    let keys = try policy.unsignedTokens ? nil : signingKey(for: .idTokens).keySet
    let checked: CheckedToken
    do throws(IDTokenProblem) {
      checked = try check.token(token, signedBy: keys, at: now)
    } catch {
      switch error {
      case .wrongTenant: throw ServerError.foreignTenant(under: policy)
      case .impossibleClaim("sub"): throw ServerError(.invalidIDToken)
      case .expired:
        throw ServerError(policy.dialect.hidesExpiryOfOldTokens ? .invalidIDToken : .tokenExpired)
      case .impossibleClaim: throw ServerError(.tokenExpired)
      default: throw ServerError(.invalidIDToken)
      }
    }
    guard let token = IDToken(checked, countsFromSignIn: policy.sessionsEndAtOnce)
    else { throw ServerError(.invalidIDToken) }
    return token
  }

  /// Returns the key, which is read or created when it is first needed.
  ///
  /// - Parameter besideOthers: Whether to create a missing key before the transaction, so others do not wait for it.
  func signingKey(for purpose: SigningKey.Purpose, besideOthers: Bool = false) throws -> SigningKey {
    try loaded.withLock { loaded in
      if let key = loaded[purpose] { return key }
      let stored = try store.read { transaction in try transaction.signingKey(for: purpose) }
      let new =
        try stored == nil
        ? newKeys?.key(for: purpose) ?? (besideOthers ? SigningKey(for: store.path) : nil) : nil
      let key =
        try stored
        ?? store.write { transaction in try transaction.madeSigningKey(for: purpose, or: new) }
      loaded[purpose] = key
      return key
    }
  }

  /// Reads the key of ID tokens in an open transaction, if it will be needed next and exists.
  func readKey(in transaction: Transaction) throws(StorageFailure) {
    guard !policy.unsignedTokens else { return }
    // Another thread may hold the lock and wait for this transaction to end.
    _ = try loaded.withLockIfAvailable { loaded throws(StorageFailure) in
      if loaded[.idTokens] == nil { loaded[.idTokens] = try transaction.signingKey(for: .idTokens) }
    }
  }

  /// Reads or creates the key of ID tokens in advance, so the first call does not wait for it.
  ///
  /// Calls that do not need the key never wait.
  func prepare() throws {
    if !policy.unsignedTokens { _ = try signingKey(for: .idTokens, besideOthers: true) }
  }
}

extension ServerError {
  /// Returns the error for a token of another tenant than the call's.
  static func foreignTenant(under policy: Policy) -> ServerError {
    ServerError(
      .tenantIDMismatch,
      policy.dialect.tellsWhichTenantIsWrong ? "Specified tenant ID mismatches with the ID token." : nil)
  }
}

extension SigningKey {
  fileprivate var keySet: KeySet { KeySet(privateKey.publicKey, id: id) }
}
