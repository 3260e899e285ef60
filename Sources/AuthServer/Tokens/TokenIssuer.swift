import Crypto
import Essentials
import HTTP
import IdentityToolkit
import Synchronization

/// Writes ID tokens, and recognises its own.
final class TokenIssuer: Sendable {
  private let store: Store
  private let policy: Policy
  /// The key never changes, so a process reads it once, when it first needs it.
  private let loaded = Mutex<Keys?>(nil)

  private struct Keys: Sendable {
    var signing: SigningKey
    var verifier: JWTVerifier
    /// The first part of every token, with its dot.
    var header: String
  }

  init(store: Store, policy: Policy) {
    self.store = store
    self.policy = policy
  }

  func signingKey() throws -> SigningKey {
    try keys().signing
  }

  /// A new token for `session` of `account`. Slow, a fifth of a millisecond: never inside a transaction.
  func issue(for account: Account, session: AuthSession, project: String, now: Date) throws -> String {
    let payload = JSONValue.idTokenClaims(
      account: account, session: session, project: project, issuedAt: now, lifetime: policy.idTokenLifetime)
    guard let payload else {
      throw StorageFailure.corrupt(path: store.path, reason: "the claims of an account cannot be right")
    }
    if policy.unsignedTokens { return Self.unsignedHeader + Base64URL.encode(payload.text.utf8) + "." }
    return try sign(payload)
  }

  /// A signed token of another kind; what it is for must stand in its claims.
  func sign(_ payload: JSONValue) throws -> String {
    let keys = try keys()
    let signed = keys.header + Base64URL.encode(payload.text.utf8)
    return signed + "." + Base64URL.encode(try keys.signing.privateKey.sign(signed.utf8))
  }

  /// The claims of a token that `sign` wrote; nil for any other.
  func signedClaims(of token: String) throws -> JSONValue? {
    guard let payload = try? keys().verifier.verify(token) else { return nil }
    return JSONValue(json: payload)
  }

  /// What `token` says, if this server wrote it for `project` and it has not run out.
  func verify(_ token: String, project: String, now: Date) throws -> IDToken {
    guard let payload = try payload(of: token),
      let claims = try? JSONReader.plain.read(ShownClaims.self, from: payload),
      claims.aud == project, claims.iss == "https://securetoken.google.com/" + project, !claims.sub.isEmpty
    else { throw ServerError(.invalidIDToken) }
    // One from the future was written before the clock was set back; its time would never end.
    let time = now.timeIntervalSince1970
    guard time < claims.exp + Double(policy.idTokenGrace), claims.iat <= time + Double(policy.clockSkew)
    else { throw ServerError(.tokenExpired) }
    return IDToken(
      localID: claims.sub, signedInAt: Date(timeIntervalSince1970: claims.authTime),
      provider: claims.firebase.signInProvider, secondFactor: claims.firebase.secondFactor,
      secondFactorIdentifier: claims.firebase.secondFactorIdentifier, payload: payload)
  }

  private func payload(of token: String) throws -> Data? {
    if policy.unsignedTokens {
      guard token.hasPrefix(Self.unsignedHeader), token.hasSuffix(".") else { return nil }
      return Base64URL.decode(token.dropFirst(Self.unsignedHeader.count).dropLast()).map { Data($0) }
    }
    return try? keys().verifier.verify(token)
  }

  private func keys() throws -> Keys {
    try loaded.withLock { loaded in
      if let loaded { return loaded }
      let signing = try store.read { transaction in try transaction.signingKey() }
      let header = #"{"alg":"RS256","kid":"\#(signing.id)","typ":"JWT"}"#
      let keys = Keys(
        signing: signing, verifier: JWTVerifier(keys: [signing.id: signing.privateKey.publicKey]),
        header: Base64URL.encode(header.utf8) + ".")
      loaded = keys
      return keys
    }
  }

  private static let unsignedHeader = Base64URL.encode(#"{"alg":"none","typ":"JWT"}"#.utf8) + "."
}
