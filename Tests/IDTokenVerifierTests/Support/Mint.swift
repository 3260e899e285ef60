import Crypto
import Essentials
import IDTokens
import IdentityToolkit
import TestSupport

/// Keys that sign, made once for the whole run.
enum TestKey {
  static let first = made()
  static let second = made()

  private static func made() -> PrivateKey {
    do { return try PrivateKey() } catch { fatalError("\(error)") }
  }

  static func certificate(of key: PrivateKey) -> String {
    do { return try Certificate.selfSigned(key, commonName: "test") } catch { fatalError("\(error)") }
  }

  /// An answer's body with these keys.
  static func document(_ keys: [String: PrivateKey]) -> String {
    JSONValue.object(keys.map { .init($0.key, .string(certificate(of: $0.value))) }).text
  }
}

/// Writes tokens, also such as nobody should.
enum Mint {
  static let time: Int64 = 1_800_000_000

  /// The claims of an ID token that was issued a minute ago, as far as `changes` does not say otherwise; nil removes.
  static func claims(_ changes: [String: JSONValue?] = [:]) -> JSONValue {
    var claims: JSONValue = [
      "iss": "https://securetoken.google.com/demo-test", "aud": "demo-test", "sub": "kim", "user_id": "kim",
      "iat": .integer(time - 60), "exp": .integer(time + 3540), "auth_time": .integer(time - 600),
      "firebase": ["identities": [:], "sign_in_provider": "password"],
    ]
    for (name, value) in changes { claims[name] = value }
    return claims
  }

  static func token(
    _ claims: JSONValue = claims(), header: JSONValue = ["alg": "RS256", "kid": "k1", "typ": "JWT"],
    signedBy key: PrivateKey = TestKey.first
  ) -> String {
    token(payload: claims.text, header: header.text, signedBy: key)
  }

  static func token(payload: String, header: String, signedBy key: PrivateKey = TestKey.first) -> String {
    let signed = Base64URL.encode(header.utf8) + "." + Base64URL.encode(payload.utf8)
    do {
      return signed + "." + Base64URL.encode(try key.sign(signed.utf8))
    } catch {
      fatalError("\(error)")
    }
  }

  static func unsigned(_ claims: JSONValue = claims()) -> String { JWT.unsigned(claims) }

  /// A session cookie's claims.
  static var cookie: JSONValue { claims(["iss": "https://session.firebase.google.com/demo-test"]) }
}
