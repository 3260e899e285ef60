import AuthClient

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
