import AuthClient

/// The session that a flow acts as: looked up, and renewed where its token is about to expire.
package struct CurrentSession {
  let flow: FlowSession

  package init(_ flow: FlowSession) {
    self.flow = flow
  }

  /// The session as it was saved: offline, perhaps expired.
  /// - Throws: `NotSignedIn`.
  package func active() throws -> ActiveSession {
    if let given = try flow.givenSession() { return given }
    let state = try flow.state.read()
    guard let saved = state[flow.key] else { throw NotSignedIn(flow.key, in: state, at: flow.now()) }
    return ActiveSession(saved: saved, source: .stored(flow.key))
  }

  /// The session with an ID token that is good for `minimumLife` seconds more.
  ///
  /// A session that the server ended is removed, unless there was a new sign-in meanwhile.
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
      // Another one has signed in here since the session was looked up.
      return try renewed(minimumLife: minimumLife)
    } catch AuthFailure.caller(let failure) {
      throw failure.reason
    }
    if let saved = store?.saved { return ActiveSession(saved: saved, source: active.source) }
    guard let user = auth.currentUser else { throw AuthFailure.noCurrentUser }
    return ActiveSession(saved: active.saved.updated(user), source: active.source)
  }
}
