package import AuthClient

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
    minimumLife: Double = BlockingAuth.renewalMargin, force: Bool = false
  ) throws -> ActiveSession {
    let active = try active()
    return try renewed(active, minimumLife, replacing: force ? active.saved.tokens.idToken : nil)
  }

  /// The session with another ID token than `refused`, which the server does not take.
  func renewed(replacing refused: IDToken) throws -> ActiveSession {
    try renewed(try active(), BlockingAuth.renewalMargin, replacing: refused)
  }

  private func renewed(
    _ active: ActiveSession, _ minimumLife: Double, replacing refused: IDToken?
  ) throws -> ActiveSession {
    func isGood(_ tokens: Tokens) -> Bool {
      tokens.idToken != refused && tokens.isValid(at: flow.now(), for: minimumLife)
    }
    if isGood(active.saved.tokens) { return active }
    let force = refused != nil
    guard case .stored(let key) = active.source else {
      let renewed = try Self.renewed(
        active.saved, by: try auth(active.saved.user), minimumLife: minimumLife, force: force)
      return ActiveSession(saved: renewed, source: active.source)
    }
    return try flow.state.locked(key) {
      guard let current = try flow.state.read()[key] else { throw AuthFailure.noCurrentUser }
      if isGood(current.tokens) { return ActiveSession(saved: current, source: active.source) }
      return ActiveSession(saved: try renewAndKeep(current, key, minimumLife, force), source: active.source)
    }
  }

  /// What renews by itself, rather than by this.
  private func auth(_ user: UserRecord) throws -> BlockingAuth {
    BlockingAuth(backend: try flow.backend(), currentUser: user, now: flow.now)
  }

  private func renewAndKeep(
    _ session: SavedSession, _ key: SessionKey, _ minimumLife: Double, _ force: Bool
  ) throws -> SavedSession {
    let tried = session.tokens.refreshToken ?? ""
    do {
      let renewed = try Self.renewed(
        session, by: try auth(session.user), minimumLife: minimumLife, force: force)
      if renewed != session { try flow.state.update { $0.replace(key, holding: tried, with: renewed) } }
      return renewed
    } catch let error as AuthFailure where error.endsSession {
      try flow.state.update { $0.replace(key, holding: tried, with: nil) }
      throw error
    }
  }

  /// `session`, whose user is `auth`'s, renewed if needed and saved nowhere.
  package static func renewed(
    _ session: SavedSession, by auth: BlockingAuth, minimumLife: Double = BlockingAuth.renewalMargin,
    force: Bool = false
  ) throws -> SavedSession {
    try auth.idToken(minimumLife: minimumLife, forcingRenewal: force)
    guard let user = auth.currentUser else { throw AuthFailure.noCurrentUser }
    return session.updated(user)
  }
}
