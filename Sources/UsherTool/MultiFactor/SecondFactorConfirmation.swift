import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

/// Finishes a sign-in with the code of its second factor.
struct SecondFactorConfirmation: CodeConfirmation {
  let context: Context
  let session: SessionKey
  let purpose: SecondFactorPurpose
  let choice: SecondFactorChoice
  let step: PendingStep?
  let factor: SavedFactor

  static let tries = 5
  var tries: Int { Self.tries }
  static let anew = "sign in again with"

  var source: CodeSource {
    if factor.type == .totp { return .authenticator }
    return .sms(choice.challenge.flatMap { $0.factorID == factor.id ? $0.sentCode : nil })
  }

  func resend() throws -> (confirmation: any CodeConfirmation, sent: Bool) {
    let outcome = try Challenge(
      context: context, session: session, purpose: purpose, choice: choice, step: step
    ).send(to: factor, resend: true)
    return (outcome.confirmation, outcome.sent)
  }

  func exchange(_ code: String) throws -> Report {
    let assertion = try assertion(code)
    let isRepeated = try note(tryOf: code)
    do {
      return try CredentialUse(
        context: context, session: session, purpose: purpose == .signIn ? .signIn : .reauthenticate,
        method: nil, step: step
      ).resolve(MultiFactorResolver(choice), with: assertion)
    } catch AuthError.refused(let refusal) {
      try note(answer: refusal.code)
      var diagnosis = try explained(.refused(refusal))
      if isRepeated, refusal.code == .invalidCode {
        diagnosis.message = "that code is not right, or was used by an earlier try that was cut off"
      }
      throw diagnosis
    }
  }

  /// Keeps that `code` is sent to the server, for a run that ends before the answer: an app's code counts once,
  /// and the server calls it wrong the second time.
  /// - Returns: Whether this code was sent before, and no answer came.
  private func note(tryOf code: String) throws -> Bool {
    guard factor.type == .totp else { return false }
    var isRepeated = false
    try updateChoice { choice in
      isRepeated = choice.unansweredCode == code
      choice.unansweredCode = code
    }
    return isRepeated
  }

  /// Keeps that the server answered. A code that it does not know any more does not stand, so that another may be
  /// sent at once.
  private func note(answer refusal: ServerErrorCode) throws {
    let isSpent = fate(after: refusal) == .wantsAnotherSMS
    guard factor.type == .totp || isSpent else { return }
    try updateChoice { choice in
      choice.unansweredCode = nil
      if isSpent { choice.challenge = nil }
    }
  }

  private func updateChoice(_ change: (inout SecondFactorChoice) -> Void) throws {
    guard let step, context.keepsState else { return }
    try context.stateFile().update { state in
      _ = state.updatePending(step.id) { step in
        guard case .secondFactor(let purpose, var choice) = step.kind else { return }
        change(&choice)
        step.kind = .secondFactor(purpose, choice)
      }
    }
  }

  private func assertion(_ code: String) throws -> MultiFactorAssertion {
    switch factor.type {
    case .totp:
      return try TOTPMultiFactorGenerator.assertionForSignIn(enrollmentID: factor.id, oneTimePassword: code)
    case .phone:
      guard let sent = sentCode else {
        throw Diagnosis(
          "auth/missing-verification-id", .usage, "no code was sent to that second factor",
          hint: "send one with: " + challengeCommand.shellLine, nextStep: challengeCommand)
      }
      return try PhoneMultiFactorGenerator.assertion(verificationID: sent.verificationID, code: code)
    default:
      throw Diagnosis(
        "usher/unsupported", .failure, "this version of usher cannot use that kind of second factor",
        hint: "choose another one with --factor")
    }
  }

  private var challengeCommand: [String] {
    let pending = step.map { ["--pending", $0.id.rawValue] } ?? []
    return context.completed(["usher", "mfa", "challenge", factor.id] + pending, session: session)
  }

  var sendAgain: [String]? { factor.type == .phone ? challengeCommand : nil }

  var beginAnew: [String] { Self.firstFactor(purpose, session, context) }

  /// The command that shows the first factor once more.
  static func firstFactor(_ purpose: SecondFactorPurpose, _ session: SessionKey, _ context: Context)
    -> [String]
  {
    context.command(purpose == .reauthenticate ? "reauth" : "signin", session: session)
  }

  func fate(after refusal: ServerErrorCode) -> StepFate {
    switch refusal {
    // The SMS is too old, the first factor perhaps not: another SMS may do.
    case .sessionExpired, .invalidSessionInfo: .wantsAnotherSMS
    case .mfaEnrollmentNotFound, .invalidMFAPendingCredential, .invalidPendingToken, .totpChallengeTimeout:
      .isOver
    default: .stays
    }
  }
}
