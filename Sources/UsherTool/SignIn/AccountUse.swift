import AuthClient
import Essentials

/// A change of the signed-in account: renews the token if needed, makes the change, saves what came of it.
struct AccountUse {
  let context: Context

  func report(
    _ sentence: String, _ change: (Auth) throws(AuthError) -> User
  ) throws -> Report {
    let active = try context.renewedSession()
    let auth = try context.auth(user: try active.saved.user())
    let saved = SavedSession(try change(auth), signedInAt: active.saved.signedInAt)
    try keep(saved, active)
    return Report(.ok, saved.members, lines: [sentence], isConfirmation: true)
  }

  private func keep(_ saved: SavedSession, _ active: ActiveSession) throws {
    guard context.keepsState, case .stored(let key) = active.source else { return }
    do {
      try context.stateFile().update { state in
        _ = state.replace(key, holding: active.saved.refreshToken ?? "", with: saved)
      }
    } catch let error as StateError {
      var diagnosis = Diagnosis(error)
      diagnosis.message = "the account is changed, but the session could not be saved: " + diagnosis.message
      throw diagnosis
    }
  }
}
