package import AuthClient

/// A change of the signed-in account: renews the token if needed, makes the change, saves what came of it.
package struct AccountUse {
  let flow: FlowSession
  /// What the change finishes: kept until that is done, and only for the account that it was begun for.
  let step: PendingStep?

  package init(_ flow: FlowSession, step: PendingStep? = nil) {
    self.flow = flow
    self.step = step
  }

  /// The session as it is after `change`.
  /// - Throws: `SavingFailed` where the change was made and could not be saved.
  package func saved(_ change: (BlockingAuth) throws(AuthFailure) -> UserRecord) throws -> SavedSession {
    let active = try CurrentSession(flow).renewed()
    // Another sign-in came since the step was begun: what was meant for one user must not reach the other.
    if let uid = step?.uid, uid != active.saved.uid { throw AuthFailure.userMismatch }
    let auth = try flow.auth(active.saved.user)
    let user = try change(auth)
    let saved = active.saved.updated(user)
    do {
      try flow.state.update { state in
        if case .stored(let key) = active.source {
          state.replace(key, holding: auth.renewedUser?.tokens.refreshToken, with: saved)
        }
        if let step { state.removePending(step.id) }
      }
    } catch {
      throw SavingFailed(.accountChanged, error)
    }
    return saved
  }

  /// Asks the server for the account again.
  /// - Parameter renewing: Renews the token first, so that new claims are in it.
  package func reloaded(renewing: Bool = false) throws -> SavedSession {
    try saved { auth throws(AuthFailure) in
      if renewing { try auth.idToken(forcingRenewal: true) }
      return try auth.reload()
    }
  }
}
