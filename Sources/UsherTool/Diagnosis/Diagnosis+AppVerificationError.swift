import AuthClient
import CommandKit
import IdentityToolkit

extension Diagnosis {
  /// The app could not be shown to be the app, so no SMS was sent.
  init(_ error: AppVerificationError, code: AuthErrorName) {
    let code = code.rawValue
    let scripts =
      "in a script pass --recaptcha-token-file, or use a fictional number with --testing; at a terminal a browser opens"
    switch error {
    case .numberNotFictional(let refusal):
      self.init(
        code, .appVerification, "in test mode only fictional numbers get a code, and that is none",
        hint: Hint(
          "leave test mode out, or add the number as a fictional one in the Firebase console, under Authentication > "
            + "Sign-in method > Phone"
        ).then("at a local server", template: ["usher", "local", "test-number", "add", "NUMBER"]),
        serverCode: refusal.rawValue)
    case .impossible:
      self.init(
        code, .appVerification,
        "the server requires the app to be verified, and only reCAPTCHA is left for that",
        hint: Hint(scripts))
    case .noSiteKey:
      self.init(
        code, .appVerification, "the project has no reCAPTCHA key that can be used here",
        hint: "in the Firebase console, under Authentication > Settings > reCAPTCHA")
    case .webContextCancelled:
      self.init(
        code, .appVerification, "reCAPTCHA was not passed", hint: "start again; \(scripts)", retry: .same)
    case .malformedCallback:
      self.init(
        code, .appVerification, "the page ended without a token",
        hint: "start again and copy its whole address",
        retry: .same)
    case .invalidClientID:
      self.init(
        code, .project, "the project does not know this app",
        hint: "compare the app id with the Firebase console's Project settings > General")
    case .webNetworkRequestFailed:
      self.init(
        code, .unavailable, "the page could not reach Google", hint: "check the browser's network",
        retry: .same)
    case .webInternalError:
      self.init(code, .appVerification, "the page failed", hint: "start again", retry: .same)
    case .webUserInteraction(let name, let message):
      let words = [name, message].filter { !$0.isEmpty }.joined(separator: ": ")
      self.init(
        code, .appVerification, "the page says that it did not work (\(words))", hint: "start again",
        retry: .same)
    }
  }
}
