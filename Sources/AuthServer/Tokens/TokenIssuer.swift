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
    let encoded = Base64URL.encode(payload.text.utf8)
    if policy.unsignedTokens { return Self.unsignedHeader + encoded + "." }
    let keys = try keys()
    let signed = keys.header + encoded
    return signed + "." + Base64URL.encode(try keys.signing.privateKey.sign(signed.utf8))
  }

  /// What `token` says, if this server wrote it for `project` and it has not run out.
  func verify(_ token: String, project: String, now: Date) throws -> IDToken {
    guard let payload = try payload(of: token),
      let claims = try? JSONDecoder().decode(ShownClaims.self, from: payload),
      claims.aud == project, claims.iss == "https://securetoken.google.com/" + project, !claims.sub.isEmpty
    else { throw ServerError(.invalidIDToken) }
    // One from the future was written before the clock was set back; its time would never end.
    let time = now.timeIntervalSince1970
    guard time < claims.exp + Double(policy.idTokenGrace), claims.iat <= time + Double(policy.clockSkew)
    else { throw ServerError(.tokenExpired) }
    return IDToken(localID: claims.sub, signedInAt: Date(timeIntervalSince1970: claims.authTime))
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
