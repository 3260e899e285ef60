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

  func exchange(_ code: String) throws -> Report<StepResult> {
    let assertion = try assertion(code)
    let resolver = MultiFactorResolver(choice)
    return try CredentialUse(
      context: context, session: session, purpose: purpose == .signIn ? .signIn : .reauthenticate,
      method: nil, step: step
    ).resolve(resolver, with: assertion)
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
