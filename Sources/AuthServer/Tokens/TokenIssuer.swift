import Crypto
import Essentials
import HTTP
import IdentityToolkit
import Synchronization

/// Writes tokens, and recognises its own.
final class TokenIssuer: Sendable {
  private let store: Store
  private let policy: Policy
  private let newKeys: SharedSigningKeys?
  /// Keys never change, so a process reads each once, when it first needs it.
  private let loaded = Mutex<[SigningKey.Purpose: Keys]>([:])

  private struct Keys: Sendable {
    var signing: SigningKey
    var verifier: JWTVerifier
  }

  /// - Parameter newKeys: For a database without; nil makes them.
  init(store: Store, policy: Policy, newKeys: SharedSigningKeys?) {
    self.store = store
    self.policy = policy
    self.newKeys = newKeys
  }

  func signingKey(for purpose: SigningKey.Purpose) throws -> SigningKey {
    try keys(for: purpose).signing
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
    guard policy.unsignedTokens else { return try sign(payload, as: purpose) }
    return Self.unsignedHeader + Base64URL.encode(payload.text.utf8) + "."
  }

  /// A signed token. Its header is Google's, as some libraries refuse what they do not know.
  func sign(_ payload: JSONValue, as purpose: SigningKey.Purpose) throws -> String {
    let key = try keys(for: purpose).signing
    let header: JSONValue = ["alg": "RS256", "kid": .string(key.id), "typ": "JWT"]
    let signed = Base64URL.encode(header.text.utf8) + "." + Base64URL.encode(payload.text.utf8)
    return signed + "." + Base64URL.encode(try key.privateKey.sign(signed.utf8))
  }

  /// The claims of a token that `sign` wrote for that purpose; nil for any other.
  func signedClaims(of token: String, as purpose: SigningKey.Purpose) throws -> JSONValue? {
    guard let payload = try? keys(for: purpose).verifier.verify(token) else { return nil }
    return JSONValue(json: payload)
  }

  /// What `token` says, if this server wrote it for that tenant of `project`, or for none, and it has not expired.
  func verify(_ token: String, project: String, tenant: String?, now: Date) throws -> IDToken {
    guard let token = try verified(token),
      let claims = try? JSONReader.plain.read(ShownClaims.self, from: token.payload),
      claims.aud.hasBytes(of: project), !claims.sub.isEmpty,
      ["https://securetoken.google.com/" + project, IDTokenClaims.legacyIssuer].contains(claims.iss)
    else { throw ServerError(.invalidIDToken) }
    guard claims.firebase.tenant == tenant else { throw ServerError(.tenantIDMismatch) }
    // One that is from the future was written before the clock was set back, which ends no session.
    guard [claims.iat, claims.exp, claims.authTime].allSatisfy(Self.times.contains),
      now.timeIntervalSince1970 < claims.exp + Double(policy.idTokenGrace)
    else { throw ServerError(.tokenExpired) }
    let (issuedAt, signedInAt) = (
      Date(timeIntervalSince1970: claims.iat), Date(timeIntervalSince1970: claims.authTime)
    )
    return IDToken(
      localID: claims.sub, signedInAt: signedInAt, provider: claims.firebase.signInProvider,
      secondFactor: claims.firebase.secondFactor,
      secondFactorIdentifier: claims.firebase.secondFactorIdentifier,
      isLegacy: claims.iss == IDTokenClaims.legacyIssuer,
      countsFrom: (policy.sessionsEndAtOnce ? signedInAt : max(signedInAt, issuedAt)).seconds,
      payload: token.payload)
  }

  /// `token` if this server wrote it, as far as its signature tells; nil for any other.
  private func verified(_ text: String) throws -> JWT? {
    guard let token = try? JWT(text) else { return nil }
    if policy.unsignedTokens {
      return text.hasPrefix(Self.unsignedHeader) && text.hasSuffix(".") ? token : nil
    }
    let verifier = try keys(for: .idTokens).verifier
    return (try? verifier.verify(token)) == nil ? nil : token
  }

  /// - Parameter besideOthers: make a missing key before the transaction that stores it, for which others would wait.
  private func keys(for purpose: SigningKey.Purpose, besideOthers: Bool = false) throws -> Keys {
    try loaded.withLock { loaded in
      if let keys = loaded[purpose] { return keys }
      let stored = try store.read { transaction in try transaction.signingKey(for: purpose) }
      let new =
        try stored == nil
        ? newKeys?.key(for: purpose) ?? (besideOthers ? SigningKey(for: store.path) : nil) : nil
      let signing =
        try stored
        ?? store.write { transaction in try transaction.madeSigningKey(for: purpose, or: new) }
      let keys = Keys(
        signing: signing, verifier: JWTVerifier(keys: [signing.id: signing.privateKey.publicKey]))
      loaded[purpose] = keys
      return keys
    }
  }

  /// Has the key of ID tokens read or made, for whoever comes first not to wait for it; who needs none does not wait at
  /// all.
  func prepare() throws {
    if !policy.unsignedTokens { _ = try keys(for: .idTokens, besideOthers: true) }
  }

  /// Seconds that are a time: from 1970 to the end of the year 9999.
  private static let times = 0.0...253_402_300_799

  private static let unsignedHeader = Base64URL.encode(#"{"alg":"none","typ":"JWT"}"#.utf8) + "."
}
