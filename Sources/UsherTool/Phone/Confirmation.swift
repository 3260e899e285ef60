import AuthClient
import Essentials
import IdentityToolkit

/// Finishes a pending phone step with its code.
struct Confirmation {
  let context: Context
  let session: SessionKey
  let purpose: PhonePurpose
  let verificationID: String
  /// Nil for a verification that was never kept.
  let step: PendingStep?

  /// Wrong codes that a server evaluates for one verification.
  static let tries = 5

  /// Exchanges the code and saves once.
  ///
  /// A wrong code keeps the step; success, expiry and the try after the last allowed one remove it.
  func confirm(_ code: String) throws -> Report {
    do {
      let credential = try PhoneAuthProvider(auth: try context.auth()).credential(
        verificationID: verificationID, code: code)
      return try CredentialUse(
        context: context, session: session, purpose: purpose.signInPurpose, method: "phone", step: step
      ).spend(.phone(credential))
    } catch let error as AuthError {
      throw try explained(error)
    }
  }

  /// Says what the refusal means for the pending step, and does it.
  private func explained(_ error: AuthError) throws -> Diagnosis {
    var diagnosis = Diagnosis(error, now: context.now())
    if case .credentialAlreadyInUse(.phone(.temporaryProof(let proof, let number))) = error {
      return try keep(proof, of: number, diagnosis)
    }
    guard case .refused(let refusal) = error else { return diagnosis }
    switch refusal.code {
    case .invalidCode:
      diagnosis.nextStep = tryAgain
      guard try context.destination().isEmbedded, let wrong = try countWrongCode(), wrong <= Self.tries
      else { break }
      let left = Self.tries - wrong
      diagnosis.message +=
        left == 0 ? "; no tries are left" : "; \(left) \(left == 1 ? "try is" : "tries are") left"
      if left == 0 {
        diagnosis.nextStep = sendAgain
        diagnosis.hint = "ask for a new code with: " + sendAgain.joined(separator: " ")
      }
    case .tooManyAttemptsTryLater:
      // Without wrong codes of our own it is the number that is held up, and the code is still good.
      // Counted anew: in a conversation the step was read before the first of them.
      if let step, let kept = try context.savedState().pending(step.id)?.step, kept.wrongCodes < Self.tries {
        diagnosis.nextStep = tryAgain
        diagnosis.hint = "the code still stands: wait, then give it with: " + tryAgain.joined(separator: " ")
        break
      }
      if let step { try drop(step) }
      diagnosis.nextStep = sendAnew
      diagnosis.hint = "wait, then ask for a new code with: " + sendAnew.joined(separator: " ")
    case .sessionExpired, .invalidSessionInfo:
      if let step { try drop(step) }
      diagnosis.nextStep = sendAnew
      diagnosis.hint = "ask for a new one with: " + sendAnew.joined(separator: " ")
    default: break
    }
    return diagnosis
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

  /// The command that takes another code for the same verification.
  private var tryAgain: [String] {
    if let step { return context.command("confirm-code", "--pending", step.id.rawValue, session: session) }
    return context.command("confirm-code", "--verification-id", verificationID, session: session)
  }

  /// The command that sends another code while the step is kept.
  private var sendAgain: [String] { verifyPhone(step == nil ? nil : "--resend") }

  /// The command that begins anew: once the step is gone, the number has to be said again.
  var sendAnew: [String] { verifyPhone(step?.sentCode?.phone) }

  private func verifyPhone(_ word: String?) -> [String] {
    var argv = context.command("verify-phone", session: session)
    argv.insert(contentsOf: [purpose.flag, word].compactMap(\.self), at: 2)
    return argv
  }

  private func countWrongCode() throws -> Int? {
    guard let step, context.keepsState else { return nil }
    return try context.stateFile().update { state in
      var count: Int?
      _ = state.updatePending(step.id) {
        $0.wrongCodes += 1
        count = $0.wrongCodes
      }
      if let count, count >= Self.tries { state.forgetCode(of: step, in: session.binding) }
      return count
    }
  }

  private func drop(_ step: PendingStep) throws {
    guard context.keepsState else { return }
    try context.stateFile().update { state in _ = state.removePending(step.id) }
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
