package import Essentials
package import IdentityToolkit

/// An ID token and what it says. Nothing is verified here: see `JWTVerifier` for that.
package struct IDToken: Sendable, Equatable {
  package let text: String
  /// Every claim as it stands in the token.
  package let claims: JSONValue

  /// - Throws: `AuthError.malformedToken` unless `text` is a JWT with `exp`, `iat`, `auth_time`, `sub` and
  ///   a sign-in provider.
  package init(_ text: String) throws(AuthError) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, text.utf8.allSatisfy(Self.isTokenByte), let payload = Base64URL.decode(parts[1]),
      let claims = JSONValue(json: payload),
      let subject = claims["sub"]?.string, (1...128).contains(subject.utf8.count),
      let expiry = claims["exp"]?.integer,
      let issued = claims["iat"]?.integer, let signedIn = claims["auth_time"]?.integer,
      let provider = claims["firebase"]?["sign_in_provider"]?.string
    else { throw .malformedToken }
    self.text = text
    self.claims = claims
    uid = subject
    expiresAt = Date(timeIntervalSince1970: Double(expiry))
    issuedAt = Date(timeIntervalSince1970: Double(issued))
    signedInAt = Date(timeIntervalSince1970: Double(signedIn))
    signInProvider = provider
  }

  // Whatever else stands in one could end a header's line.
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  package let uid: String
  package let expiresAt: Date
  package let issuedAt: Date
  /// `auth_time`: not moved by a renewal.
  package let signedInAt: Date
  /// `phone`, `password` (e-mail links too), `anonymous`, `custom`, `google.com`…
  package let signInProvider: String

  /// `phone` or `totp` where a second factor was used.
  package var secondFactor: String? { claims["firebase"]?["sign_in_second_factor"]?.string }
  package var tenant: String? { claims["firebase"]?["tenant"]?.string }
  package var project: String? { claims["aud"]?.string }

  /// Refuses a token that is not `project`'s and `tenant`'s: it would be sent where it does not belong.
  package func refuseForeign(project: String, tenant: String?) throws(AuthError) {
    guard self.project == project, claims["iss"]?.string == "https://securetoken.google.com/" + project,
      self.tenant == tenant
    else {
      throw .foreignToken(
        project: self.project?.clipped(to: 128) ?? "", tenant: self.tenant?.clipped(to: 128))
    }
  }
}
