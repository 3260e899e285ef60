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
