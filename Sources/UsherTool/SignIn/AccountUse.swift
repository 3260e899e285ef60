import AuthClient
import Essentials

/// A change of the signed-in account: renews the token if needed, makes the change, saves what came of it.
struct AccountUse {
  let context: Context
  /// The session to act as; the active one unless given.
  var session: SessionKey?
  /// What is finished by the change: kept until it is made, and only for the account it was begun for.
  var step: PendingStep?

  func report(
    _ sentence: String, _ change: (Auth) throws(AuthError) -> User
  ) throws -> Report<SignedInResult> {
    let saved = try saved(change)
    return Report(.ok, SignedInResult(saved), lines: [sentence], isConfirmation: true)
  }

  /// The session as it is after `change`.
  func saved(_ change: (Auth) throws(AuthError) -> User) throws -> SavedSession {
    let active = try context.renewedSession(session)
    // Somebody else signed in since the step was begun: what was meant for one must not reach the other.
    if let uid = step?.uid, uid != active.saved.uid { throw AuthError.userMismatch }
    let auth = try context.auth(user: try active.saved.user())
    let saved = SavedSession(try change(auth), signedInAt: active.saved.signedInAt)
    try keep(saved, active)
    return saved
  }

  private func keep(_ saved: SavedSession, _ active: ActiveSession) throws {
    guard context.keepsState else { return }
    do {
      try context.stateFile().update { state in
        if case .stored(let key) = active.source {
          _ = state.replace(key, holding: active.saved.refreshToken ?? "", with: saved)
        }
        if let step { state.removePending(step.id) }
      }
    } catch let error as StateError {
      var diagnosis = Diagnosis(error)
      diagnosis.message = "the account is changed, but the session could not be saved: " + diagnosis.message
      throw diagnosis
    }
  }
}
