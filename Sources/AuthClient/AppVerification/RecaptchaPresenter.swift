/// Shows a person a challenge; what Apple's SDK calls the UI delegate.
package protocol RecaptchaPresenter {
  /// The token of whoever passed the challenge. Blocks until then.
  /// - Throws: `AuthFailure.appVerification`, or `.caller` with whatever else went wrong.
  func token(for challenge: RecaptchaChallenge) throws(AuthFailure) -> String
}
