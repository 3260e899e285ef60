import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

extension Hint {
  /// How a script and a person verify the app.
  static let verifyingTheApp = Hint(
    "in a script, use a fictional number with --testing, or pass --recaptcha-token-file"
  ).then(inBrowser)

  /// The same if no SMS is sent, or if it is not known.
  static let passingRecaptcha = Hint("in a script, pass --recaptcha-token-file").then(inBrowser)

  private static let inBrowser = Hint(
    "at a terminal, run the command again and use the browser that opens")
}

extension Diagnosis {
  /// The app could not be shown to be the app, so no SMS was sent.
  init(_ problem: AppVerificationError, of error: AuthFailure) {
    switch problem {
    case .numberNotFictional(let refusal):
      self.init(
        error, .appVerification,
        hint: Hint(
          "leave out --testing, or add the number in the Firebase console, under Authentication > Sign-in method > Phone"
        ).then("on a local server, add it", template: ["usher", "project", "test-number", "add", "NUMBER"]),
        serverCode: refusal.rawValue)
    case .impossible: self.init(error, .appVerification, hint: Hint.verifyingTheApp)
    case .noSiteKey:
      self.init(
        error, .appVerification,
        hint: "add a key in the Firebase console, under Authentication > Settings > reCAPTCHA")
    case .webContextCancelled:
      self.init(error, .appVerification, hint: Hint.passingRecaptcha, retry: .same)
    case .malformedCallback:
      self.init(
        error, .appVerification, hint: "start again, and copy the whole address of the page", retry: .same)
    case .invalidClientID:
      self.init(
        error, .project,
        hint: "compare the app id with the one in the Firebase console, under Project settings > General")
    case .webNetworkRequestFailed:
      self.init(error, .unavailable, hint: "check the browser's network", retry: .same)
    case .webInternalError, .webUserInteraction:
      self.init(error, .appVerification, hint: "start again", retry: .same)
    }
  }
}
