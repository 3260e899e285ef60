package import AuthClient
import IdentityToolkit

extension FlowSession {
  /// Returns the saved session, which may have expired, without a request.
  /// - Throws: `NotSignedIn`.
  package func active() throws -> ActiveSession {
    if let given = try givenSession() { return given }
    let state = try self.state.read()
    guard let saved = state[key] else { throw NotSignedIn(key, in: state, at: now()) }
    return ActiveSession(saved: saved, source: .stored(key))
  }

  /// Returns the session with an ID token that is valid for at least `minimumLife` seconds.
  ///
  /// A session that the server ended is removed, unless the user has signed in again since.
  package func renewed(
    minimumLife: Double = BlockingAuth.renewalMargin, force: Bool = false
  ) throws -> ActiveSession {
    let active = try active()
    if !force, active.saved.tokens.isValid(at: now(), for: minimumLife) { return active }
    let store = storedSession()
    let auth = try self.auth(active.saved.user, keptIn: store)
    do {
      try auth.idToken(minimumLife: minimumLife, forcingRenewal: force)
    } catch AuthFailure.userMismatch {
      // Another user has signed in here since the session was read.
      return try renewed(minimumLife: minimumLife)
    } catch AuthFailure.caller(let failure) {
      throw failure.reason
    }
    if let saved = store?.saved { return ActiveSession(saved: saved, source: active.source) }
    guard let user = auth.currentUser else { throw AuthFailure.noCurrentUser }
    return ActiveSession(saved: active.saved.updated(user), source: active.source)
  }

  /// Asks the server whether the session is still valid. Saves and returns the session with the server's current
  /// account. A session that the server no longer renews is removed.
  /// - Throws: `NotSignedIn`, `AuthFailure`.
  package func checked() throws -> SavedSession {
    let active = try renewed()
    let auth = try self.auth(active.saved.user)
    do {
      let session = active.saved.updated(try auth.reload())
      try keep(session, in: active.source, of: auth)
      return session
    } catch let error as AuthFailure where auth.currentUser == nil {
      try keep(nil, in: active.source, of: auth)
      throw error
    }
  }

  private func keep(_ session: SavedSession?, in source: ActiveSession.Source, of auth: BlockingAuth) throws {
    guard case .stored(let key) = source else { return }
    try state.update {
      $0.replace(key, since: auth.renewedUser, with: session)
    }
  }

  /// Whether `number` is one of the embedded server's fictional ones. Then messages and tries are not limited. Other
  /// servers do not show theirs.
  /// - Parameter number: The whole number, or the masked number of a hint.
  package func isFictional(_ number: String) -> Bool {
    guard let backend = try? backend(), backend.endpoint == .embedded else { return false }
    let numbers = (try? ProjectAdministrator(backend: backend).testPhoneNumbers()) ?? []
    return numbers.contains { MaskedNumber.isMask(number, of: $0.number) }
  }
}

/// The session that commands use, and its source.
package struct ActiveSession {
  package var saved: SavedSession
  package var source: Source

  package enum Source: Equatable {
    case stored(SessionKey)
    /// The environment variable that contains the session, which is used and never saved.
    case environment(String)

    /// The environment variable that contains the session; nil for a saved session.
    package var variable: String? {
      if case .environment(let variable) = self { variable } else { nil }
    }

    package var name: String {
      switch self {
      case .stored(let key): key.name
      case .environment(let variable): variable
      }
    }
  }

  package init(saved: SavedSession, source: Source) {
    self.saved = saved
    self.source = source
  }
}

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
    let active = try flow.renewed()
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
