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

  func exchange(_ code: String) throws -> Report {
    let assertion =
      switch proof {
      case .sms(let sent):
        try PhoneMultiFactorGenerator.assertion(verificationID: sent.verificationID, code: code)
      case .totp(let sessionInfo):
        try TOTPMultiFactorGenerator.assertionForEnrollment(sessionInfo: sessionInfo, oneTimePassword: code)
      }
    let use = AccountUse(context: context, session: session, step: step)
    do {
      return report(
        try use.saved { auth throws(AuthError) in try auth.enroll(with: assertion, displayName: name) })
    } catch AuthError.refused(let refusal) where Self.mayBeDone.contains(refusal.code) {
      // An earlier run may have enrolled it, and ended before that was saved: the account knows.
      let saved = try use.saved { auth throws(AuthError) in try auth.reload() }
      guard let factor = saved.account.factors.first(where: isSame) else { throw AuthError.refused(refusal) }
      guard isOurs(factor, refusal) else { throw enrolledElsewhere(refusal) }
      return report(saved)
    } catch AuthError.refused(let refusal) where refusal.code == .tokenExpired {
      throw sessionEnded(refusal)
    }
  }

  private func report(_ saved: SavedSession) -> Report {
    Report(
      .ok, saved.members, lines: ["Enrolled \"\(name)\" as a second factor of \(saved.title)."],
      isConfirmation: true)
  }

  /// Refusals of a step that did its work before.
  private static let mayBeDone: Set<ServerErrorCode> = [
    .sessionExpired, .invalidSessionInfo, .mfaEnrollmentAlreadyComplete, .secondFactorExists,
    .secondFactorLimitExceeded,
  ]

  /// Whether `factor` keeps this one from being enrolled: its number, or, as there is but one, any app.
  private func isSame(_ factor: SavedFactor) -> Bool {
    switch proof {
    case .sms(let code): factor.type == .phone && factor.isNumber(code.phone)
    case .totp: factor.type == .totp
    }
  }

  /// Whether this step enrolled `factor`. A number by any other step is the same number; an app is told apart by
  /// its secret, which only the server knows.
  private func isOurs(_ factor: SavedFactor, _ refusal: ServerError) -> Bool {
    switch proof {
    case .sms: factor.name == name
    case .totp: factor.name == name && refusal.code == .mfaEnrollmentAlreadyComplete
    }
  }

  private func enrolledElsewhere(_ refusal: ServerError) -> Diagnosis {
    let message =
      switch proof {
      case .sms: "that number is a second factor already"
      case .totp: "the account has an authenticator app already"
      }
    return Diagnosis(
      "auth/second-factor-already-in-use", .conflict, message, hint: "see: usher mfa list",
      serverCode: refusal.code.rawValue, nextStep: context.command("mfa", "list", session: session))
  }

  /// A phone that becomes a factor ends the account's sessions, this one among them where its answer was lost.
  private func sessionEnded(_ refusal: ServerError) -> any Error {
    guard case .sms = proof, step != nil else { return AuthError.refused(refusal) }
    var diagnosis = Diagnosis(refusal)
    let signIn = context.command("signin", session: session)
    diagnosis.message += ", as it is when a phone is enrolled"
    diagnosis.hint =
      "sign in again with: \(signIn.shellLine); then find out whether it was with: \(tryAgain.shellLine)"
    diagnosis.nextStep = signIn
    return diagnosis
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

extension SavedFactor {
  /// Whether this is the phone `number`, as far as a server shows it: whole, or its end only.
  fileprivate func isNumber(_ number: String) -> Bool {
    guard let phone, let star = phone.lastIndex(of: "*") else { return phone == number }
    let end = phone[phone.index(after: star)...]
    return !end.isEmpty && number.hasSuffix(end)
  }
}
