import AuthClient
import Crypto
import Essentials
import IdentityToolkit

/// A token that names an account, signed by a service account of the project.
enum CustomToken {
  private static let audience =
    "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
  /// Seconds; the most that the service takes.
  private static let lifetime: Int64 = 3600

  /// A service account as its JSON key file names things.
  struct ServiceAccount: Decodable {
    var email: String
    var privateKey: String
    var project: String?

    enum CodingKeys: String, CodingKey {
      case email = "client_email"
      case privateKey = "private_key"
      case project = "project_id"
    }
  }

  static func payload(
    uid: String, tenant: String?, claims: JSONValue?, issuer: String, now: Date
  ) -> JSONValue {
    let issuedAt = now.seconds
    var payload: JSONValue = [
      "iss": .string(issuer), "sub": .string(issuer), "aud": .string(audience),
      "iat": .integer(issuedAt), "exp": .integer(issuedAt + lifetime), "uid": .string(uid),
    ]
    if let tenant { payload["tenant_id"] = .string(tenant) }
    if let claims { payload["claims"] = claims }
    return payload
  }

  static func signed(_ payload: JSONValue, by account: ServiceAccount) throws(CryptoError) -> String {
    let text = encoded(["alg": "RS256", "typ": "JWT"]) + "." + encoded(payload)
    return text + "." + Base64URL.encode(try PrivateKey(pem: account.privateKey).sign(text.utf8))
  }

  /// As admin SDKs make it for Firebase's emulator.
  static func unsigned(_ payload: JSONValue) -> String {
    encoded(["alg": "none", "typ": "JWT"]) + "." + encoded(payload) + "."
  }

  private static func encoded(_ json: JSONValue) -> String { Base64URL.encode(json.text.utf8) }
}
