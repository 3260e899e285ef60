import Crypto
import Essentials
import IDTokens
import IdentityToolkit
import Synchronization

/// Writes tokens, and recognises its own.
final class TokenWriter: Sendable {
  private let store: Store
  private let policy: Policy
  private let newKeys: SharedSigningKeys?
  /// Keys never change, so a process reads each once, when it first needs it.
  private let loaded = Mutex<[SigningKey.Purpose: SigningKey]>([:])

  /// - Parameter newKeys: For a database without; nil makes them.
  init(store: Store, policy: Policy, newKeys: SharedSigningKeys?) {
    self.store = store
    self.policy = policy
    self.newKeys = newKeys
  }

  /// A new token for `session` of `account`. Slow, a fifth of a millisecond: never inside a transaction.
  /// - Parameter isLegacy: whether it is one from before tokens were renewed.
  func issue(
    for account: Account, session: AuthSession, project: String, tenant: String?, now: Date,
    isLegacy: Bool = false
  ) throws -> String {
    var claims = IDTokenClaims(
      account: account, session: session, project: project, tenant: tenant, issuedAt: now,
      lifetime: policy.idTokenLifetime)
    if isLegacy { claims?.makeLegacy() }
    guard let payload = claims?.value else {
      throw StorageFailure.corrupt(path: store.path, reason: "the claims of an account cannot be right")
    }
    return try write(payload, as: .idTokens)
  }

  /// A token of these claims, signed unless ID tokens are not.
  func write(_ payload: JSONValue, as purpose: SigningKey.Purpose) throws -> String {
    try policy.unsignedTokens ? JWT.unsigned(payload) : sign(payload, as: purpose)
  }

  /// A signed token.
  func sign(_ payload: JSONValue, as purpose: SigningKey.Purpose) throws -> String {
    let key = try signingKey(for: purpose)
    return try JWT.signed(payload, by: key.privateKey, id: key.id)
  }

  /// Whether `sign` wrote `token` for that purpose, and it is as `check` says.
  func isSigned(_ token: String, as purpose: SigningKey.Purpose, by check: IDTokenCheck, now: Date) throws
    -> Bool
  {
    let keys = try signingKey(for: purpose).keySet
    return (try? check.token(token, signedBy: keys, at: now)) != nil
  }

  /// What `token` says, if this server wrote it for that tenant of `project`, or for none, and it has not expired.
  func verify(_ token: JWT, project: String, tenant: String?, now: Date) throws -> IDToken {
    var check = IDTokenCheck(
      .service(tenant: .exactly(tenant)), for: project,
      from: ["https://securetoken.google.com/" + project, IDTokenClaims.legacyIssuer])
    check.algorithm = policy.unsignedTokens ? .none : .rs256
    check.expiryLeeway = Double(policy.idTokenGrace)
    // One that is from the future was written before the clock was set back, which ends no session.
    check.startLeeway = .infinity
    let keys = try policy.unsignedTokens ? nil : signingKey(for: .idTokens).keySet
    let checked: CheckedToken
    do throws(IDTokenProblem) {
      checked = try check.token(token, signedBy: keys, at: now)
    } catch {
      switch error {
      case .wrongTenant: throw ServerError(.tenantIDMismatch)
      case .impossibleClaim("sub"): throw ServerError(.invalidIDToken)
      case .expired, .impossibleClaim: throw ServerError(.tokenExpired)
      default: throw ServerError(.invalidIDToken)
      }
    }
    guard let token = IDToken(checked, countsFromSignIn: policy.sessionsEndAtOnce)
    else { throw ServerError(.invalidIDToken) }
    return token
  }

  /// The key, which is read or made when it is first needed.
  /// - Parameter besideOthers: make a missing key before the transaction that stores it, for which others would wait.
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

  /// Reads the key of ID tokens, where it is needed next and there is one, in a transaction that is open anyway.
  func readKey(in transaction: Transaction) throws(StorageFailure) {
    guard !policy.unsignedTokens else { return }
    // Who holds the lock may be waiting for this transaction to end.
    _ = try loaded.withLockIfAvailable { loaded throws(StorageFailure) in
      if loaded[.idTokens] == nil { loaded[.idTokens] = try transaction.signingKey(for: .idTokens) }
    }
  }

  /// Has the key of ID tokens read or made, for whoever comes first not to wait for it; who needs none does not wait at
  /// all.
  func prepare() throws {
    if !policy.unsignedTokens { _ = try signingKey(for: .idTokens, besideOthers: true) }
  }
}

extension SigningKey {
  fileprivate var keySet: KeySet { KeySet(privateKey.publicKey, id: id) }
}
