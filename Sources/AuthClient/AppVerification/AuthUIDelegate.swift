/// Shows people what shows the service that an app, and a person, ask for a code.
public protocol AuthUIDelegate: Sendable {
  /// Has a person pass reCAPTCHA; gives the token of it.
  ///
  /// The client waits meanwhile: its calls made from here fail with ``AuthErrorCode/webContextAlreadyPresented``.
  /// ``HostedRecaptcha`` does it by the project's own page.
  func token(for challenge: RecaptchaChallenge) async throws -> String
}
