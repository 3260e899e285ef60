import AuthClient
import Essentials
import IdentityToolkit

/// Finishes a pending phone step with its code.
struct PhoneConfirmation: CodeConfirmation {
  let context: Context
  let session: SessionKey
  let purpose: PhonePurpose
  let verificationID: String
  /// Nil for a verification that nothing is known of but its id.
  let sent: SentCode?
  let step: PendingStep?

  let tries = 5
  static let anew = "ask for a new code with"

  var source: CodeSource { .sms(sent) }

  /// A script that keeps nothing goes on with the verification ID.
  var pendingResult: PendingResult? {
    if let step { return PendingResult(step) }
    return sent.map { PendingResult(unkept: purpose, $0, expiresAt: $0.sentAt + CodeSending.lifetime) }
  }

  func exchange(_ code: String) throws -> Report<StepResult> {
    do {
      let credential = try PhoneAuthProvider(auth: try context.auth()).credential(
        verificationID: verificationID, code: code)
      return try CredentialUse(
        context: context, session: session, purpose: purpose.signInPurpose, method: "phone", step: step
      ).spend(.phone(credential))
    } catch AuthError.credentialAlreadyInUse(let credential) {
      guard case .phone(.temporaryProof(let proof, let number)) = credential else {
        throw AuthError.credentialAlreadyInUse(credential)
      }
      throw try keep(proof, of: number, Diagnosis(.credentialAlreadyInUse(credential), now: context.now()))
    }
  }

  func resend() throws -> (confirmation: any CodeConfirmation, sent: Bool) {
    guard let number = sentCode?.phone else { throw AuthError.missingPhoneNumber }
    let sending = CodeSending(context: context, session: session, purpose: purpose)
    let outcome = try sending.send(to: try PhoneNumber.read(number), resend: true)
    return (sending.confirmation(of: outcome), outcome.sent)
  }

  /// The code was right, so the number's own account can be signed in to without another message.
  private func keep(_ proof: String, of number: String, _ diagnosis: Diagnosis) throws -> Diagnosis {
    guard context.keepsState else { return diagnosis }
    let kept = try context.stateFile().update { state in
      if let step { state.removePending(step.id) }
      return state.addPending(
        .phoneProof(PhoneProof(phone: number, proof: proof)), to: session, createdAt: context.now(),
        expiresAt: context.now() + PhoneProof.lifetime)
    }
    var diagnosis = diagnosis
    diagnosis.nextStep = context.command("confirm-code", "--pending", kept.id.rawValue, session: session)
    diagnosis.hint = "sign in to that account instead with: usher confirm-code --pending \(kept.id)"
    return diagnosis
  }

  var tryAgain: [String] {
    let named = step.map { ["--pending", $0.id.rawValue] } ?? ["--verification-id", verificationID]
    return context.completed(["usher", "confirm-code"] + named, session: session)
  }

  var sendAgain: [String]? { verifyPhone(step == nil ? nil : "--resend") }

  /// Once the step is gone, the number has to be said again.
  var beginAnew: [String] { verifyPhone(sent?.phone) }

  private func verifyPhone(_ word: String?) -> [String] {
    var argv = context.command("verify-phone", session: session)
    argv.insert(contentsOf: [purpose.flag, word].compactMap(\.self), at: 2)
    return argv
  }

  func fate(after refusal: ServerErrorCode) -> StepFate {
    [.sessionExpired, .invalidSessionInfo].contains(refusal) ? .isOver : .stays
  }
}

extension PhonePurpose {
  /// How verify-phone is told of it.
  fileprivate var flag: String? {
    switch self {
    case .signIn: nil
    case .link: "--link"
    case .update: "--update"
    case .reauthenticate: "--reauth"
    }
  }

  var signInPurpose: SignInPurpose {
    switch self {
    case .signIn: .signIn
    case .link: .link
    case .update: .update
    case .reauthenticate: .reauthenticate
    }
  }
}
