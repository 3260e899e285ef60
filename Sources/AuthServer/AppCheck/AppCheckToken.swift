import Crypto
import Essentials
import IDTokens
import IdentityToolkit

/// An App Check token, which says that a call comes from an app of the project.
enum AppCheckToken {
  /// In seconds.
  static let lifetime = 3600

  /// Returns the claims of a token for `app`.
  static func claims(app: String, project: String, number: String, at now: Date) -> JSONValue {
    let seconds = now.timeIntervalSince1970.rounded(.down)
    return [
      "sub": .string(app),
      "aud": [.string("projects/" + number), .string("projects/" + project)],
      "provider": "debug",
      "iss": .string("https://firebaseappcheck.googleapis.com/" + number),
      "exp": .number(seconds + Double(lifetime)),
      "iat": .number(seconds),
    ]
  }

  /// Returns whether `text` is a token that this server wrote for the project of `call`, and it has not expired.
  static func isValid(_ text: String?, for call: Call) throws -> Bool {
    guard let text, let token = try? JWT(text) else { return false }
    let key = try call.issuer.signingKey(for: .appCheckTokens)
    guard (try? token.verify(with: KeySet(key.privateKey.publicKey, id: key.id))) != nil,
      let claims = JSONValue(unambiguous: token.payload), let end = claims["exp"]?.integer
    else { return false }
    return claims["aud"]?.array?.contains(.string("projects/" + call.project)) == true
      && Double(end) > call.now.timeIntervalSince1970
  }
}

extension ServerError {
  /// The web SDKs make a code of these words.
  static let invalidAppCheckToken = ServerError(
    ServerErrorCode(rawValue: "Firebase App Check token is invalid."), httpStatus: 401,
    status: "UNAUTHENTICATED", reason: "unauthorized")
}
