package import AuthClient

/// A change of the signed-in account. It renews the token if needed, makes the change, and saves the result.
package struct AccountUse {
  let flow: FlowSession
  /// The step that the change finishes. It is kept until then, and is valid only for the account that it was begun for.
  let step: PendingStep?

  package init(_ flow: FlowSession, step: PendingStep? = nil) {
    self.flow = flow
    self.step = step
  }

  /// Makes `change`, and returns the session after it.
  /// - Throws: `SavingFailed` if the change was made and could not be saved.
  package func saved(_ change: (BlockingAuth) throws(AuthFailure) -> UserRecord) throws -> SavedSession {
    let active = try CurrentSession(flow).renewed()
    // Another user signed in after the step was begun. The change is not for that user.
    if let uid = step?.uid, uid != active.saved.uid { throw AuthFailure.userMismatch }
    let auth = try flow.auth(active.saved.user)
    let user = try change(auth)
    let saved = active.saved.updated(user)
    do {
      try flow.state.update { state in
        if case .stored(let key) = active.source {
          state.replace(key, since: auth.renewedUser, with: saved)
        }
        if let step { state.removePending(step.id) }
      }
    } catch {
      throw SavingFailed(.accountChanged, error)
    }
    return saved
  }

  /// Throws `error` if the account does not fit: as it was saved, and as the server has it now.
  package func refuse(with error: any Error, unless fits: (Account) -> Bool) throws {
    guard let saved = try flow.current(), !fits(saved.account), !fits(try reloaded().account) else { return }
    throw error
  }

  /// Refuses a re-authentication by a provider that the account does not have.
  package func refuseUnlinked(_ provider: String) throws {
    try refuse(with: AuthFailure.noSuchProvider(provider)) { $0.providers.contains(provider) }
  }

  /// Loads the account from the server.
  /// - Parameter renewing: Whether to renew the token first, so that it contains new claims.
  package func reloaded(renewing: Bool = false) throws -> SavedSession {
    try saved { auth throws(AuthFailure) in
      if renewing { try auth.idToken(forcingRenewal: true) }
      return try auth.reload()
    }
  }
}
