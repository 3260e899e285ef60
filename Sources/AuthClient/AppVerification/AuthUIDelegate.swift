/// Shows people what shows the service that an app, and a person, ask for a code.
public protocol AuthUIDelegate: Sendable {
  /// Has a person pass reCAPTCHA; gives the token of it.
  ///
  /// It is asked in the task that asked for the code, whose cancellation it should heed.
  /// ``HostedRecaptcha`` does it by the project's own page, and `LoopbackRecaptcha` of the product `BrowserSignIn` by a page
  /// of this machine.
  func token(for challenge: RecaptchaChallenge) async throws -> String
}
