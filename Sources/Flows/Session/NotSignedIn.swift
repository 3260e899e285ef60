/// The session that is meant does not exist.
package struct NotSignedIn: Error, Equatable {
  package let session: SessionKey
  /// Sessions that do, for whoever looks in the wrong place: elsewhere first, then under another name.
  package let others: [SessionKey]

  /// For the session of `flow`.
  package init(_ flow: FlowSession) throws(StateError) {
    self.init(flow.key, in: try flow.state.read())
  }

  init(_ session: SessionKey, in state: SavedState) {
    self.session = session
    let all = state.bindings.flatMap { binding in state[binding].sessions.keys.sorted().map(binding.session) }
    others = all.filter { $0.binding != session.binding } + all.filter { $0.binding == session.binding }
  }
}
