import AuthClient

/// The session that a flow uses. It is renewed if its token expires soon.
package struct CurrentSession {
  let flow: FlowSession

  package init(_ flow: FlowSession) {
    self.flow = flow
  }

  /// Returns the saved session, which may have expired, without a request.
  /// - Throws: `NotSignedIn`.
  package func active() throws -> ActiveSession {
    if let given = try flow.givenSession() { return given }
    let state = try flow.state.read()
    guard let saved = state[flow.key] else { throw NotSignedIn(flow.key, in: state, at: flow.now()) }
    return ActiveSession(saved: saved, source: .stored(flow.key))
  }

  /// Returns the session with an ID token that is valid for at least `minimumLife` seconds.
  ///
  /// A session that the server ended is removed, unless the user has signed in again since.
  package func renewed(
    minimumLife: Double = BlockingAuth.renewalMargin, force: Bool = false
  ) throws -> ActiveSession {
    let active = try active()
    if !force, active.saved.tokens.isValid(at: flow.now(), for: minimumLife) { return active }
    let store = flow.storedSession()
    let auth = try flow.auth(active.saved.user, keptIn: store)
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

/// Asks the server whether the session is still valid.
package struct SessionCheck {
  private let flow: FlowSession

  package init(_ flow: FlowSession) {
    self.flow = flow
  }

  /// Saves and returns the session with the server's current account. A session that the server no longer renews is
  /// removed.
  /// - Throws: `NotSignedIn`, `AuthFailure`.
  package func session() throws -> SavedSession {
    let active = try CurrentSession(flow).renewed()
    let auth = try flow.auth(active.saved.user)
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
    try flow.state.update {
      $0.replace(key, since: auth.renewedUser, with: session)
    }
  }
}
