package import AuthClient
import Essentials
package import PrivateFiles

/// The session does not exist.
package struct NotSignedIn: Error, Equatable {
  package let session: SessionKey
  /// Other sessions that exist: first those of other bindings, then those with another name.
  package let others: [SessionKey]

  /// The pending sign-in of this session, if there is one.
  package let pending: PendingStep?

  /// Creates the error for the session of `flow`.
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
  /// Whether the step signs a user in.
  fileprivate var isSignIn: Bool {
    switch kind {
    case .phone(.signIn, _), .secondFactor(.signIn, _), .email(.credential(.signIn), _): true
    default: false
    }
  }
}

/// An environment variable contains the session, so a change of the saved session has no effect.
package struct SessionShadowed: Error, Equatable {
  package let variable: String

  package init(by variable: String) {
    self.variable = variable
  }
}

/// A change was made at the server, and could not be saved here.
package struct SavingFailed: Error, Equatable {
  package let done: Done
  package let cause: StateError

  package enum Done: Equatable, Sendable {
    /// A message for a step was sent.
    case sent(PendingKind)
    /// A credential was used.
    /// - Parameter provider: The credential's provider; nil if there was no credential.
    case credentialUsed(CredentialPurpose, Account, provider: String?)
    case accountChanged
  }

  init(_ done: Done, _ cause: StateError) {
    self.done = done
    self.cause = cause
  }
}
