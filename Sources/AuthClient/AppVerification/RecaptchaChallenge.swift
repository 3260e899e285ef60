package import IdentityToolkit

/// The reCAPTCHA that a person has to pass.
public struct RecaptchaChallenge: Sendable, Equatable {
  /// The product: reCAPTCHA v2, or reCAPTCHA Enterprise.
  public enum Kind: String, Sendable {
    case v2
    case enterprise
  }

  /// The product that the person has to pass.
  public let kind: Kind
  /// The project's key for it.
  public let siteKey: String
  /// What Enterprise is told the token is for, `sendVerificationCode`.
  public let action: String

  package init(kind: Kind, siteKey: String, action: RecaptchaAction) {
    self.kind = kind
    self.siteKey = siteKey
    self.action = action.rawValue
  }
}

/// Shows a person a challenge; what Apple's SDK calls the UI delegate.
package protocol RecaptchaPresenter {
  /// The token of whoever passed the challenge. Blocks until then.
  /// - Throws: `AuthFailure.appVerification`, or `.caller` with whatever else went wrong.
  func token(for challenge: RecaptchaChallenge) throws(AuthFailure) -> String
}
