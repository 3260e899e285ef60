/// A delegate that shows reCAPTCHA to a user.
public protocol AuthUIDelegate: Sendable {
  /// Shows `challenge` to the user, and returns reCAPTCHA's token.
  ///
  /// It runs in the caller's task, and should end when the task is cancelled. ``HostedRecaptcha`` uses the project's
  /// own page. `LoopbackRecaptcha` of the product `BrowserSignIn` serves a page on this machine.
  func token(for challenge: RecaptchaChallenge) async throws -> String
}
