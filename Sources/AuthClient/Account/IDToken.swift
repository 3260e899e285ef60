package import Essentials
import IdentityToolkit

/// An ID token and its claims.
///
/// The token is not verified here; `IDTokenCheck` does that.
package struct IDToken: Sendable {
  package let text: String
  package let uid: String
  /// The time of the sign-in (`auth_time`), which a renewal does not change.
  package let signedInAt: Date
  /// The sign-in provider: `phone`, `password` (also for e-mail links), `anonymous`, `custom`, `google.com`…
  package let signInProvider: String
  /// `phone` or `totp`; nil if no second factor was used.
  package let secondFactor: String?
  /// The claims, if they have been decoded.
  private let known: JSONValue?

  /// Reads a token.
  /// - Throws: `AuthFailure.malformedToken` unless `text` is a JWT with `exp`, `iat`, `auth_time`, `sub` and a sign-in
  ///   provider.
  package init(_ text: String) throws(AuthFailure) {
    guard let claims = Self.claims(in: text), let subject = claims["sub"]?.string,
      (1...128).contains(subject.utf8.count), claims["exp"]?.integer != nil, claims["iat"]?.integer != nil,
      let signedIn = claims["auth_time"]?.integer,
      let provider = claims["firebase"]?["sign_in_provider"]?.string
    else { throw .malformedToken }
    self.text = text
    uid = subject
    signedInAt = Date(timeIntervalSince1970: Double(signedIn))
    signInProvider = provider
    secondFactor = claims["firebase"]?["sign_in_second_factor"]?.string
    known = claims
  }

  /// Restores a token that was saved together with its main claims. The token is decoded only if more claims are
  /// needed.
  init(saved text: String, uid: String, signedInAt: Date, signInProvider: String, secondFactor: String?) {
    self.text = text
    self.uid = uid
    self.signedInAt = signedInAt
    self.signInProvider = signInProvider
    self.secondFactor = secondFactor
    known = nil
  }

  /// Whether a second factor can follow the sign-in.
  package var allowsSecondFactor: Bool { !["phone", "anonymous", "custom"].contains(signInProvider) }

  package var claims: JSONValue { known ?? Self.claims(in: text) ?? .null }

  /// The expiry. A token that cannot be decoded counts as expired, so that it is renewed.
  package var expiresAt: Date { date("exp") ?? .distantPast }
  package var issuedAt: Date { date("iat") ?? .distantFuture }

  private func date(_ claim: String) -> Date? {
    claims[claim]?.integer.map { Date(timeIntervalSince1970: Double($0)) }
  }

  private static func claims(in text: String) -> JSONValue? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, text.utf8.allSatisfy(isTokenByte), let payload = Base64URL.decode(parts[1])
    else { return nil }
    return JSONValue(json: Data(payload))
  }

  // Any other byte could end a header line.
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "-_.".utf8.contains(byte)
  }

  package var tenant: String? { claims["firebase"]?["tenant"]?.string }
  package var project: String? { claims["aud"]?.string }

  /// Refuses a token of another project or tenant, because it would go to the wrong server.
  package func refuseForeign(project: String, tenant: String?) throws(AuthFailure) {
    guard self.project?.hasBytes(of: project) == true,
      claims["iss"]?.string?.hasBytes(of: "https://securetoken.google.com/" + project) == true,
      tenant.map({ self.tenant?.hasBytes(of: $0) == true }) ?? (self.tenant == nil)
    else {
      throw .foreignToken(
        project: self.project?.clipped(to: 128) ?? "", tenant: self.tenant?.clipped(to: 128))
    }
  }
}

extension IDToken: Equatable {
  package static func == (a: IDToken, b: IDToken) -> Bool { a.text == b.text }
}
