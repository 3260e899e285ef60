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
    case .malformedRequest: self.init(error, .data, retry: .newInput)
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
      self.init(error, .data, hint: hint, retry: .newInput)
    case .missingVerificationCode:
      self.init(error, .data, hint: "a code has six digits", retry: .newInput)
    case .missingVerificationID:
      self.init(
        error, .data, hint: Hint("get one", template: ["usher", "verify-phone", "NUMBER"]), retry: .newInput)
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
        error, .data, hint: Hint("see the providers", ["usher", "whoami", "--field", "account.providers"]),
        retry: .newInput
      )
    case .missingEmail: self.init(error, .usage, retry: .newInput)
    case .missingPassword: self.init(error, .data, retry: .newInput)
    case .foreignToken(let project, let tenant):
      self.init(
        error, .project,
        hint: Hint("use it with \("--project \(project)" + (tenant.map { " --tenant \($0)" } ?? ""))"))
    case .malformedToken: self.init(error, .unavailable, retry: .same)
    case .appVerification(let problem): self.init(problem, of: error)
    case .unusable: self.init(error, .data, retry: .newInput)
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
