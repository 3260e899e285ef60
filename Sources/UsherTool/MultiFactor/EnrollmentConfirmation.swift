import AuthClient
import Essentials
import IdentityToolkit

/// Finishes the enrolment of a second factor with its first code.
struct EnrollmentConfirmation: CodeConfirmation {
  let context: Context
  let session: SessionKey
  let step: PendingStep?
  let proof: Proof
  let name: String

  enum Proof {
    case sms(SentCode)
    case totp(sessionInfo: String)
  }

  static let anew = "start again with"

  var tries: Int {
    switch proof {
    case .sms: 5
    case .totp: 3
    }
  }

  var source: CodeSource {
    switch proof {
    case .sms(let code): .sms(code)
    case .totp: .authenticator
    }
  }

  func resend() throws -> (confirmation: any CodeConfirmation, sent: Bool) {
    guard case .sms(let code) = proof else { fatalError("an authenticator app is sent nothing") }
    let outcome = try SMSEnrollment(context: context, session: session, name: name)
      .send(to: try PhoneNumber.read(code.phone), resend: true)
    return (outcome.confirmation, outcome.sent)
  }

  func exchange(_ code: String) throws -> Report<StepResult> {
    let assertion =
      switch proof {
      case .sms(let sent):
        try PhoneMultiFactorGenerator.assertion(verificationID: sent.verificationID, code: code)
      case .totp(let sessionInfo):
        try TOTPMultiFactorGenerator.assertionForEnrollment(sessionInfo: sessionInfo, oneTimePassword: code)
      }
    let use = AccountUse(context: context, session: session, step: step)
    let saved = try use.saved { auth throws(AuthError) in
      try auth.enroll(with: assertion, displayName: name)
    }
    return Report(
      .ok, StepResult(saved), lines: ["Enrolled \"\(name)\" as a second factor of \(saved.title)."],
      isConfirmation: true)
  }

  var sendAgain: [String]? {
    switch proof {
    case .sms: context.command("mfa", "enroll", "sms", "--resend", session: session)
    case .totp: nil
    }
  }

  var beginAnew: [String] {
    switch proof {
    case .sms: context.command("mfa", "enroll", "sms", session: session)
    case .totp: context.command("mfa", "enroll", "totp", session: session)
    }
  }

  func fate(after refusal: ServerErrorCode) -> StepFate {
    switch refusal {
    case .sessionExpired, .invalidSessionInfo, .mfaEnrollmentAlreadyComplete, .secondFactorExists,
      .secondFactorLimitExceeded, .tooManyEnrollmentAttempts:
      .isOver
    default: .stays
    }
  }
}
