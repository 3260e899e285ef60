import Crypto
import Essentials
import IDTokens
import IdentityToolkit

/// An App Check token, which says that a call comes from an app of the project.
///
/// Its claims are those of the admin SDK's `DecodedAppCheckToken`.
enum AppCheckToken {
  /// In seconds.
  static let lifetime = 3600
  private static let issuer = "https://firebaseappcheck.googleapis.com/"

  static func claims(app: String, project: String, number: String, at now: Date) -> JSONValue {
    let seconds = Int64(now.timeIntervalSince1970)
    return [
      "sub": .string(app),
      "aud": [.string("projects/" + number), .string("projects/" + project)],
      "provider": "debug",
      "iss": .string(issuer + number),
      "exp": .integer(seconds + Int64(lifetime)),
      "iat": .integer(seconds),
    ]
  }

  /// Returns whether `text` is a token that this server signed for the project of `call`, and has not expired.
  static func isValid(_ text: String?, for call: Call) throws -> Bool {
    guard let text, let token = try? JWT(text) else { return false }
    let key = try call.issuer.signingKey(for: .idTokens)
    guard (try? token.verify(with: KeySet(key.privateKey.publicKey, id: key.id))) != nil,
      let claims = JSONValue(unambiguous: token.payload), let end = claims["exp"]?.integer
    else { return false }
    // ID tokens have the same key.
    let number = ProjectNumber(of: call.project, under: call.policy).text
    return claims["iss"] == .string(issuer + number)
      && claims["aud"]?.array?.contains(.string("projects/" + call.project)) == true
      && Double(end) > call.now.timeIntervalSince1970
  }
}
