import Crypto
import Essentials
import HTTP
import IdentityToolkit
import Synchronization

/// Writes ID tokens, and recognises its own.
final class TokenIssuer: Sendable {
  private let store: Store
  private let policy: Policy
  private let newKey: SigningKey?
  /// The key never changes, so a process reads it once, when it first needs it.
  private let loaded = Mutex<Keys?>(nil)

  private struct Keys: Sendable {
    var signing: SigningKey
    var verifier: JWTVerifier
  }

  /// - Parameter newKey: For a database without one; nil makes it.
  init(store: Store, policy: Policy, newKey: SigningKey?) {
    self.store = store
    self.policy = policy
    self.newKey = newKey
  }

  func signingKey() throws -> SigningKey {
    try keys().signing
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
    guard var payload = claims?.value else {
      throw StorageFailure.corrupt(path: store.path, reason: "the claims of an account cannot be right")
    }
    let mark = SessionMark(session, of: account).text
    // The claims are those of the service. Unsigned tokens are known by a header that is always the same.
    guard policy.unsignedTokens else { return try sign(payload, sessionID: mark) }
    payload["firebase"]?["session"] = .string(mark)
    return try write(payload)
  }

  /// A token of these claims, signed unless ID tokens are not.
  func write(_ payload: JSONValue) throws -> String {
    guard policy.unsignedTokens else { return try sign(payload) }
    return Self.unsignedHeader + Base64URL.encode(payload.text.utf8) + "."
  }

  /// A signed token; what it is for must stand in its claims.
  func sign(_ payload: JSONValue, sessionID: String? = nil) throws -> String {
    let key = try keys().signing
    var header: JSONValue = ["alg": "RS256", "kid": .string(key.id)]
    header["sid"] = sessionID.map { .string($0) }
    header["typ"] = "JWT"
    let signed = Base64URL.encode(header.text.utf8) + "." + Base64URL.encode(payload.text.utf8)
    return signed + "." + Base64URL.encode(try key.privateKey.sign(signed.utf8))
  }

  /// The claims of a token that `sign` wrote; nil for any other.
  func signedClaims(of token: String) throws -> JSONValue? {
    guard let payload = try? keys().verifier.verify(token) else { return nil }
    return JSONValue(json: payload)
  }

  /// What `token` says, if this server wrote it for that tenant of `project`, or for none, and it has not expired.
  func verify(_ token: String, project: String, tenant: String?, now: Date) throws -> IDToken {
    guard let token = try verified(token),
      let claims = try? JSONReader.plain.read(ShownClaims.self, from: token.payload),
      claims.aud == project, !claims.sub.isEmpty,
      ["https://securetoken.google.com/" + project, IDTokenClaims.legacyIssuer].contains(claims.iss)
    else { throw ServerError(.invalidIDToken) }
    guard claims.firebase.tenant == tenant else { throw ServerError(.tenantIDMismatch) }
    let mark = token.sessionID ?? claims.firebase.session
    let session = mark.flatMap { SessionMark($0) }
    guard (mark == nil) == (session == nil) else { throw ServerError(.invalidIDToken) }
    let signedInAt = session?.signedInAt ?? Date(timeIntervalSince1970: claims.authTime)
    // One from the future was written before the clock was set back; its time would never end.
    let time = now.timeIntervalSince1970
    let latest = time + Double(policy.clockSkew)
    guard time < claims.exp + Double(policy.idTokenGrace), claims.iat <= latest,
      signedInAt.timeIntervalSince1970 >= 0, signedInAt.timeIntervalSince1970 <= latest
    else { throw ServerError(.tokenExpired) }
    return IDToken(
      localID: claims.sub, mark: session, signedInAt: signedInAt, provider: claims.firebase.signInProvider,
      secondFactor: claims.firebase.secondFactor,
      secondFactorIdentifier: claims.firebase.secondFactorIdentifier,
      isLegacy: claims.iss == IDTokenClaims.legacyIssuer,
      second: policy.sessionsEndAtOnce ? nil : Int64(max(0, claims.iat)), payload: token.payload)
  }

  /// `token` if this server wrote it, as far as its signature tells; nil for any other.
  private func verified(_ text: String) throws -> JWT? {
    guard let token = try? JWT(text) else { return nil }
    if policy.unsignedTokens {
      return text.hasPrefix(Self.unsignedHeader) && text.hasSuffix(".") ? token : nil
    }
    let verifier = try keys().verifier
    return (try? verifier.verify(token)) == nil ? nil : token
  }

  /// - Parameter besideOthers: make a missing key before the transaction that stores it, for which others would wait.
  private func keys(besideOthers: Bool = false) throws -> Keys {
    try loaded.withLock { loaded in
      if let loaded { return loaded }
      let stored = try store.read { transaction in try transaction.signingKey() }
      let new = try newKey ?? (besideOthers && stored == nil ? SigningKey(for: store.path) : nil)
      let signing = try stored ?? store.write { transaction in try transaction.madeSigningKey(or: new) }
      let keys = Keys(
        signing: signing, verifier: JWTVerifier(keys: [signing.id: signing.privateKey.publicKey]))
      loaded = keys
      return keys
    }
  }

  /// Has the key read or made, for whoever comes first not to wait for it; who needs none does not wait at all.
  func prepare() throws {
    if !policy.unsignedTokens { _ = try keys(besideOthers: true) }
  }

  private static let unsignedHeader = Base64URL.encode(#"{"alg":"none","typ":"JWT"}"#.utf8) + "."
}
