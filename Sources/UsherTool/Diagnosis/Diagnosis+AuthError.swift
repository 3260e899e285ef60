import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

extension Diagnosis {
  /// What went wrong in the library. `now` turns times into seconds to wait.
  init(_ error: AuthFailure, now: Date) {
    switch error {
    case .network(let failure):
      self.init(failure)
    case .refused(let refusal):
      self.init(refusal)
    case .refusedCall(let kind, let refusal):
      let verdict =
        switch kind {
        case .secondFactor: ServerVerdict.cause(of: refusal) ?? .secondFactorNotAllowed(refusal)
        case .method(let method): ServerVerdict.methodNotAllowed(method, refusal)
        case .customToken: ServerVerdict.customTokenOfNobody
        }
      self.init(refusal, verdict, code: error.code)
    case .malformedAnswer(let status, let reason):
      self.init(
        error.code.rawValue, .unavailable,
        "the server's answer makes no sense (HTTP \(status), \(reason))",
        hint: "is this the right address? A proxy or a sign-in page of the network may have answered",
        retry: .same)
    case .malformedRequest:
      self.init(
        error.code.rawValue, .data, "the input is nested too deep to be sent as JSON", retry: .newInput)
    case .missingPhoneNumber:
      self.init(
        error.code.rawValue, .usage, "no phone number was given",
        hint: Hint("give it with its country code", ["usher", "verify-phone", "+16505553434"]),
        retry: .newInput)
    case .invalidPhoneNumber(let problem):
      self.init(
        error.code.rawValue, .data, problem.sentence,
        hint: problem == .trunkZero
          ? "leave it out, like +44 20 7946 0000"
          : "write it with its country code, like +1 650-555-3434", retry: .newInput)
    case .missingVerificationCode:
      self.init(
        error.code.rawValue, .data, "the code is empty", hint: "a code has six digits", retry: .newInput)
    case .missingVerificationID:
      self.init(
        error.code.rawValue, .data, "the verification id is empty",
        hint: "usher verify-phone gives one", retry: .newInput)
    case .noCurrentUser:
      self.init(
        error.code.rawValue, .notSignedIn, "no user is signed in",
        hint: Hint("sign in with", ["usher", "verify-phone"]))
    case .userMismatch:
      self.init(
        error.code.rawValue, .rejected, "that is another account than the one signed in",
        hint: "the session is unchanged; use the credential of the account that whoami shows",
        retry: .newInput)
    case .credentialAlreadyInUse(let credential):
      self.init(
        error.code.rawValue, .conflict, "\(credential.spokenName) belongs to another account",
        hint: "sign in to that account instead")
    case .accountExistsWithDifferentCredential(let email, let providers, _):
      let ways = providers.isEmpty ? "" : " (\(providers.joined(separator: ", ")))"
      self.init(
        error.code.rawValue, .conflict,
        "another account has the address \(email ?? "of that identity")\(ways)",
        hint: Hint(
          "sign in to it first, then link this provider with", template: ["usher", "link", "idp", "PROVIDER"])
      )
    case .providerAlreadyLinked(let provider):
      self.init(
        error.code.rawValue, .conflict, "the account has \(Self.spoken(provider: provider)) linked already",
        hint: provider == "password"
          ? Hint(
            "set a new password with", template: ["usher", "account", "update", "--password-file", "FILE"])
          : Hint("see", ["usher", "whoami"]))
    case .noSuchProvider(let provider):
      self.init(
        error.code.rawValue, .data, "the account has no provider \(provider) linked",
        hint: Hint("see", ["usher", "whoami", "--field", "account.providers"]),
        retry: .newInput)
    case .missingEmail:
      self.init(error.code.rawValue, .usage, "the e-mail address is missing", retry: .newInput)
    case .missingPassword:
      self.init(error.code.rawValue, .data, "the password is empty", retry: .newInput)
    case .foreignToken(let project, let tenant):
      let owner = "project \(project)" + (tenant.map { ", tenant \($0)" } ?? "")
      self.init(
        error.code.rawValue, .project, "the ID token is \(owner)'s, not the one that is named here",
        hint: Hint("name it with --project \(project)" + (tenant.map { " --tenant \($0)" } ?? "")))
    case .malformedToken:
      self.init(
        error.code.rawValue, .unavailable, "the server sent an ID token that cannot be read", retry: .same)
    case .appVerification(let problem):
      self.init(problem, code: error.code)
    case .caller(let failure):
      self.init(failure.reason, now: now)
    case .sessionCannotRenew:
      self.init(
        error.code.rawValue, .notSignedIn, "the session has expired and cannot be renewed",
        hint: Hint("sign in again with", ["usher", "signin"]))
    }
  }
}

extension ProviderCredential {
  fileprivate var spokenName: String {
    switch self {
    case .phone: "that number"
    case .password, .emailLink: "that address"
    case .oauth: "that identity"
    }
  }
}

extension PhoneNumber.Problem {
  fileprivate var sentence: String {
    switch self {
    case .empty: "the phone number is empty"
    case .noCountryCode: "the phone number has no country code"
    case .unknownCountryCode: "the phone number's country code does not exist"
    case .tooShort: "the phone number is too short"
    case .tooLong: "the phone number is too long"
    case .trunkZero: "the zero in brackets is dialled within the country only, and is not part of the number"
    case .unexpectedCharacter(let character): "a phone number cannot hold '\(character)'"
    }
  }
}
