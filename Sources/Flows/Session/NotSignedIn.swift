import AuthClient
import Essentials
package import PrivateFiles

/// The session that is meant does not exist.
package struct NotSignedIn: Error, Equatable {
  package let session: SessionKey
  /// Sessions that do, for whoever looks in the wrong place: elsewhere first, then under another name.
  package let others: [SessionKey]

  /// The sign-in of this session that waits for a code or a link, where one does.
  package let pending: PendingStep?

  /// For the session of `flow`.
  package init(_ flow: FlowSession) throws(StateError) {
    self.init(flow.key, in: try flow.state.read(), at: flow.now())
  }

  init(_ session: SessionKey, in state: SavedState, at now: Date) {
    self.session = session
    pending = state.pending(of: session).last { $0.isSignIn && !$0.isExpired(at: now) }
    let all = state.bindings.flatMap { binding in state[binding].sessions.keys.sorted().map(binding.session) }
    others = all.filter { $0.binding != session.binding } + all.filter { $0.binding == session.binding }
  }
}

extension PendingStep {
  /// Whether finishing it signs a user in.
  fileprivate var isSignIn: Bool {
    switch kind {
    case .phone(.signIn, _), .secondFactor(.signIn, _), .email(.credential(.signIn), _): true
    default: false
    }
  }
}
