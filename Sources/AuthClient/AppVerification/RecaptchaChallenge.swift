package import IdentityToolkit

/// A reCAPTCHA challenge that a user has to pass.
public struct RecaptchaChallenge: Sendable, Equatable {
  /// A reCAPTCHA product.
  public enum Kind: String, Sendable {
    /// reCAPTCHA v2.
    case v2
    /// reCAPTCHA Enterprise.
    case enterprise
  }

  /// The product of the challenge.
  public let kind: Kind
  /// The project's site key for the product.
  public let siteKey: String
  /// The action name for reCAPTCHA Enterprise, for example `sendVerificationCode` or `signInWithPassword`.
  public let action: String

  package init(kind: Kind, siteKey: String, action: RecaptchaAction) {
    self.kind = kind
    self.siteKey = siteKey
    self.action = action.rawValue
  }

  package var isForSMS: Bool { RecaptchaAction(rawValue: action).isForSMS }
}

/// Shows a challenge to the user. Apple's SDK calls it the UI delegate.
package protocol RecaptchaPresenter {
  /// Shows the challenge, blocks until the user passes it, and returns the token.
  /// - Throws: `AuthFailure.appVerification`, or `.caller` with any other error.
  func token(for challenge: RecaptchaChallenge) throws(AuthFailure) -> String
}
