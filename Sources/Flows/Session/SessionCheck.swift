import AuthCore

/// Asks the server whether the session in use goes on.
package struct SessionCheck {
  private let flow: FlowSession

  package init(_ flow: FlowSession) {
    self.flow = flow
  }

  /// The session with the account as the server shows it now, saved so. One that the server ended is removed, as
  /// where it could not be renewed.
  /// - Throws: `NotSignedIn`; an `AuthError` that `endsSession`.
  package func session() throws -> SavedSession {
    let active = try CurrentSession(flow).renewed()
    let tried = active.saved.tokens.refreshToken ?? ""
    do {
      let user = try flow.auth(active.saved.user).reload()
      let session = active.saved.updated(user)
      try keep(session, in: active.source, tried)
      return session
    } catch let error as AuthError where error.endsSession {
      try keep(nil, in: active.source, tried)
      throw error
    }
  }

  private func keep(_ session: SavedSession?, in source: ActiveSession.Source, _ tried: String) throws {
    guard case .stored(let key) = source else { return }
    try flow.state.update { $0.replace(key, holding: tried, with: session) }
  }
}
