import AuthClient
import Essentials
import IdentityToolkit

/// Finishes a pending step with its code.
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
    let auth = try context.auth(user: try currentUser())
    let credential = try PhoneAuthProvider(auth: auth).credential(
      verificationID: verificationID, code: code)
    do {
      switch purpose {
      case .reauthenticate:
        return try saved(try auth.reauthenticate(with: credential), isNew: nil)
      case .signIn:
        switch try auth.signIn(with: credential) {
        case .signedIn(let user, let info): return try saved(user, isNew: info.isNewUser)
        case .secondFactorRequired: throw Self.notYet("a second factor")
        }
      case .link, .update: throw Self.notYet(purpose.rawValue)
      }
    } catch let error as AuthError {
      throw try explained(error)
    }
  }

  private func currentUser() throws -> User? {
    guard purpose == .reauthenticate else { return nil }
    guard let saved = try context.savedState()[session] else { throw AuthError.noCurrentUser }
    return try saved.user()
  }

  private func saved(_ user: User, isNew: Bool?) throws -> Report {
    let saved = SavedSession(user, signedInAt: context.now())
    if context.keepsState {
      do {
        try context.stateFile().update { state in
          state[session] = saved
          state[session.binding].lastMethod = "phone"
          if let step { state.removePending(step.id) }
        }
      } catch let error as StateError {
        var diagnosis = Diagnosis(error)
        diagnosis.message =
          "signed in as \(saved.title), but could not save the session: " + diagnosis.message
        diagnosis.hint = "the code is used up: mend this, then sign in again"
        throw diagnosis
      }
    }
    let place = try context.destination().spokenName
    return Report(
      .ok, saved.members + (isNew.map { [.init("created", .bool($0))] } ?? []),
      lines: ["Signed in as \(saved.title) (uid \(saved.uid), \(place))."], isConfirmation: true)
  }

  /// Says what the refusal means for the pending step, and does it.
  private func explained(_ error: AuthError) throws -> Diagnosis {
    var diagnosis = Diagnosis(error, now: context.now())
    guard case .refused(let refusal) = error else { return diagnosis }
    switch refusal.code {
    case .invalidCode:
      let wrong = try countWrongCode()
      if try context.destination().isEmbedded, let wrong, wrong <= Self.tries {
        let left = Self.tries - wrong
        diagnosis.message +=
          left == 0 ? "; no tries are left" : "; \(left) \(left == 1 ? "try is" : "tries are") left"
        if left == 0 { diagnosis.hint = "ask for a new code with: " + sendAgain.joined(separator: " ") }
      }
      diagnosis.nextStep = sendAgain
    case .tooManyAttemptsTryLater:
      // Without wrong codes of our own it is the number that is held up, and the code is still good.
      // Counted anew: in a conversation the step was read before the first of them.
      if let step, let kept = try context.savedState().pending(step.id)?.step, kept.wrongCodes >= Self.tries {
        try drop(step)
      }
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

  /// The command that sends another code while the step is kept.
  private var sendAgain: [String] { verifyPhone(step == nil ? nil : "--resend") }

  /// The command that begins anew: once the step is gone, the number has to be said again.
  var sendAnew: [String] { verifyPhone(step?.sentCode?.phone) }

  private func verifyPhone(_ word: String?) -> [String] {
    let reauthenticate = purpose == .reauthenticate ? "--reauth" : nil
    var argv = context.command("verify-phone", session: session)
    argv.insert(contentsOf: [reauthenticate, word].compactMap(\.self), at: 2)
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
      return count
    }
  }

  private func drop(_ step: PendingStep) throws {
    guard context.keepsState else { return }
    try context.stateFile().update { state in _ = state.removePending(step.id) }
  }

  private static func notYet(_ what: String) -> Diagnosis {
    Diagnosis("usher/unsupported", .failure, "this version of usher cannot finish \(what)")
  }
}
