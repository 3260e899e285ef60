package import AuthCore

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
  /// However many processes find the token expired, one renews it and the others take what it got. A session
  /// that the server ended is removed, unless there was a new sign-in meanwhile.
  package func renewed(
    minimumLife: Double = Auth.renewalMargin, force: Bool = false
  ) throws -> ActiveSession {
    let active = try active()
    if !force, active.saved.tokens.isValid(at: flow.now(), for: minimumLife) { return active }
    guard case .stored(let key) = active.source else {
      let renewed = try Self.renewed(
        active.saved, by: try flow.auth(active.saved.user), minimumLife: minimumLife, force: force)
      return ActiveSession(saved: renewed, source: active.source)
    }
    return try flow.state.locked(key) {
      guard let current = try flow.state.read()[key] else { throw AuthError.noCurrentUser }
      let isFresh = current.tokens.isValid(at: flow.now(), for: minimumLife)
      if isFresh, !force || current.tokens.idToken != active.saved.tokens.idToken {
        return ActiveSession(saved: current, source: active.source)
      }
      return ActiveSession(saved: try renewAndKeep(current, key, minimumLife, force), source: active.source)
    }
  }

  private func renewAndKeep(
    _ session: SavedSession, _ key: SessionKey, _ minimumLife: Double, _ force: Bool
  ) throws -> SavedSession {
    let tried = session.tokens.refreshToken ?? ""
    do {
      let renewed = try Self.renewed(
        session, by: try flow.auth(session.user), minimumLife: minimumLife, force: force)
      if renewed != session { try flow.state.update { $0.replace(key, holding: tried, with: renewed) } }
      return renewed
    } catch let error as AuthError where error.endsSession {
      try flow.state.update { $0.replace(key, holding: tried, with: nil) }
      throw error
    }
  }

  /// `session`, whose user is `auth`'s, renewed if needed and saved nowhere.
  package static func renewed(
    _ session: SavedSession, by auth: Auth, minimumLife: Double = Auth.renewalMargin, force: Bool = false
  ) throws -> SavedSession {
    try auth.idToken(minimumLife: minimumLife, forcingRenewal: force)
    guard let user = auth.currentUser else { throw AuthError.noCurrentUser }
    return session.updated(user)
  }
}
