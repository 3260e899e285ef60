package import IdentityToolkit

/// Shows a person a challenge; what Apple's SDK calls the UI delegate.
package protocol RecaptchaPresenter {
  /// The token of whoever passed the challenge. Blocks until then.
  /// - Throws: `AuthError.appVerification`, or `.caller` with whatever else went wrong.
  func token(for challenge: RecaptchaChallenge) throws(AuthError) -> String
}

/// What a person has to pass.
package struct RecaptchaChallenge: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case v2, enterprise
  }

  package let kind: Kind
  package let siteKey: String
  package let action: RecaptchaAction

  package init(kind: Kind, siteKey: String, action: RecaptchaAction) {
    self.kind = kind
    self.siteKey = siteKey
    self.action = action
  }
}
