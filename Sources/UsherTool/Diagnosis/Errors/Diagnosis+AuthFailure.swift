import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

extension Diagnosis {
  /// What went wrong in the library. `now` turns times into seconds to wait.
  init(_ error: AuthFailure, now: Date) {
    switch error {
    case .network(let failure): self.init(failure)
    case .refused(let refusal): self.init(refusal)
    case .refusedCall(let kind, let refusal): self.init(refusal, of: kind)
    case .malformedAnswer:
      self.init(
        error, .unavailable,
        hint: "check the address: a proxy or a sign-in page of the network may have answered",
        retry: .same)
    case .malformedRequest: self.init(error, .data)
    case .missingPhoneNumber:
      self.init(
        error, .usage,
        hint: Hint("include the country code, for example", ["usher", "verify-phone", "+16505553434"]),
        retry: .newInput)
    case .invalidPhoneNumber(let problem):
      let hint: Hint =
        switch problem {
        case .trunkZero: "leave it out, as in +44 20 7946 0000"
        case .tooShort, .tooLong: "check its digits"
        case .empty, .noCountryCode, .unknownCountryCode, .unexpectedCharacter:
          "include the country code, for example +1 650-555-3434"
        }
      self.init(error, .data, hint: hint)
    case .missingVerificationCode:
      self.init(error, .data, hint: "a code has six digits")
    case .missingVerificationID:
      self.init(error, .data, hint: Hint("get one", template: ["usher", "verify-phone", "NUMBER"]))
    case .noCurrentUser:
      self.init(error, .notSignedIn, hint: Hint("sign in", ["usher", "verify-phone"]))
    case .userMismatch:
      self.init(
        error, .rejected,
        hint: "the session is unchanged: use a credential of the account that whoami shows",
        retry: .newInput)
    case .credentialAlreadyInUse:
      self.init(error, .conflict, hint: "sign in to the other account instead")
    case .accountExistsWithDifferentCredential:
      self.init(
        error, .conflict,
        hint: Hint(
          "sign in to it first", ["usher", "signin"]
        ).then("then link this provider", template: ["usher", "link", "idp", "PROVIDER"])
      )
    case .providerAlreadyLinked(let provider):
      self.init(
        error.name, .conflict, "the account already has \(Self.spoken(provider: provider)) linked",
        hint: provider == "password"
          ? Hint(
            "set a new password", template: ["usher", "account", "update", "--password-file", "FILE"])
          : Hint("see the account", ["usher", "whoami"]))
    case .noSuchProvider:
      self.init(
        error, .data, hint: Hint("see the providers", ["usher", "whoami", "--field", "account.providers"]))
    case .missingEmail: self.init(error, .usage, retry: .newInput)
    case .missingPassword: self.init(error, .data)
    case .foreignToken(let project, let tenant):
      self.init(
        error, .project,
        hint: Hint("use it with \("--project \(project)" + (tenant.map { " --tenant \($0)" } ?? ""))"))
    case .malformedToken: self.init(error, .unavailable, retry: .same)
    case .appVerification(let problem): self.init(problem, of: error)
    case .unusable: self.init(error, .data)
    case .caller(let failure): self.init(failure.reason, now: now)
    case .sessionCannotRenew:
      self.init(error, .notSignedIn, hint: Hint("sign in again", ["usher", "signin"]))
    }
  }

  /// The library's name and sentence for `error`, with what a run of the tool adds to them.
  init(
    _ error: AuthFailure, _ exit: ExitCode, hint: Hint? = nil, serverCode: String? = nil,
    retry: Retry = .never
  ) {
    self.init(error.name, exit, error.sentence, hint: hint, serverCode: serverCode, retry: retry)
  }
}

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

extension Diagnosis {
  /// The service said no.
  ///
  /// A code that nobody knows keeps its own name and detail, and is told apart by its HTTP status.
  /// - Parameter kind: Of the call that was refused.
  init(_ refusal: ServerError, of kind: CallKind? = nil) {
    let error = kind.map { AuthFailure.refusedCall($0, refusal) } ?? .refused(refusal)
    guard let verdict = ServerErrorExit(refusal, of: kind) else {
      let isServersFault = refusal.httpStatus >= 500
      let isTooMuch = refusal.httpStatus == 429
      self.init(
        error, isServersFault ? .unavailable : isTooMuch ? .rateLimited : .failure,
        serverCode: refusal.code.rawValue, retry: isServersFault || isTooMuch ? .same : .never)
      retryAfter = refusal.retryAfter
      return
    }
    self.init(
      error, verdict.exit, hint: verdict.hint, serverCode: refusal.code.rawValue, retry: verdict.retry)
    retryAfter = refusal.retryAfter
    page = verdict.page
    let detail = RefusalMeaning.table[refusal.code] == nil ? refusal.words : refusal.detail
    // A sentence in place of the code may be about anything, such as a quota that the administrator can raise.
    let isOfQuota = refusal.isSentence && refusal.code == .tooManyAttemptsTryLater
    if verdict.showsDetail || isOfQuota, let detail { message = Text("\(message) (\(Self.plain(detail)))") }
    if refusal.code == .passwordDoesNotMeetRequirements {
      hint = Hint(passwordRules: refusal.detail ?? "")
    }
    if let seconds = refusal.retryAfter { message = "\(message); try again in \(seconds) s" }
  }

  /// A detail without the parentheses and the full stop that local servers write around their own.
  static func plain(_ detail: String) -> String {
    guard detail.hasPrefix("(("), detail.hasSuffix("))") else { return detail }
    let words = detail.dropFirst(2).dropLast(2)
    return String(words.hasSuffix(".") ? words.dropLast() : words)
  }
}

extension Hint {
  /// What the project's password policy asks for and a password lacks, in the words of the service's refusal.
  ///
  /// The sentences are those of Identity Platform's password policy. Another sentence is shown as it is.
  init(passwordRules detail: String) {
    let list = detail.drop { $0 != "[" }.dropFirst().prefix { $0 != "]" }
    let rules = list.split(separator: ",").map { Self.rule(String($0.drop { $0 == " " })) }
    self =
      (rules.first.map { first in
        Hint("use a password with \(rules.dropFirst().reduce(first) { Text("\($0), \($1)") })")
      } ?? Hint("use another password"))
      .then(
        "to see the project's policy, its owner can run", ["usher", "project", "get", "passwordPolicyConfig"])
  }

  private static func rule(_ sentence: String) -> Text {
    let number = sentence.split(separator: " ").first { $0.allSatisfy(\.isWholeNumber) }
    if let number {
      return sentence.hasPrefix("Password may")
        ? "at most \(number) characters" : "at least \(number) characters"
    }
    if sentence.hasSuffix("a lower case character") { return "a small letter" }
    if sentence.hasSuffix("an upper case character") { return "a capital letter" }
    if sentence.hasSuffix("a numeric character") { return "a digit" }
    if sentence.hasSuffix("a non-alphanumeric character") { return "a symbol" }
    return Text(verbatim: sentence)
  }
}
