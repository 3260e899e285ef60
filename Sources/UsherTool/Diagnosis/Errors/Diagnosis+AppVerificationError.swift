import AuthClient
import CommandKit
import IdentityToolkit

extension Diagnosis {
  /// The app could not be shown to be the app, so no SMS was sent.
  init(_ problem: AppVerificationError, of error: AuthFailure) {
    let scripts =
      "in a script pass --recaptcha-token-file, or use a fictional number with --testing; at a terminal a browser opens"
    switch problem {
    case .numberNotFictional(let refusal):
      self.init(
        error, .appVerification,
        hint: Hint(
          "leave test mode out, or add the number as a fictional one in the Firebase console, under Authentication > "
            + "Sign-in method > Phone"
        ).then("at a local server", template: ["usher", "local", "test-number", "add", "NUMBER"]),
        serverCode: refusal.rawValue)
    case .impossible: self.init(error, .appVerification, hint: Hint(scripts))
    case .noSiteKey:
      self.init(
        error, .appVerification, hint: "in the Firebase console, under Authentication > Settings > reCAPTCHA")
    case .webContextCancelled:
      self.init(error, .appVerification, hint: "start again; \(scripts)", retry: .same)
    case .malformedCallback:
      self.init(error, .appVerification, hint: "start again and copy its whole address", retry: .same)
    case .invalidClientID:
      self.init(
        error, .project,
        hint: "compare the app id with the Firebase console's Project settings > General")
    case .webNetworkRequestFailed:
      self.init(error, .unavailable, hint: "check the browser's network", retry: .same)
    case .webInternalError, .webUserInteraction:
      self.init(error, .appVerification, hint: "start again", retry: .same)
    }
  }
}
