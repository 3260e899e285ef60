package import AuthClient
package import Essentials

/// What a flow works with: whose session it is about, the server, the state, the clock, the app's verification.
package struct FlowSession {
  package let key: SessionKey
  /// Whether `key` was named, rather than being the one in use.
  package let isNamed: Bool
  package let state: StateStore
  package let now: @Sendable () -> Date
  /// Made where something is to be sent: what only looks at the state opens nothing.
  private let makeBackend: () throws -> Backend
  /// A session that the environment gives: commands act as it, and it is never saved.
  private let given: () throws -> ActiveSession?
  /// Made where an SMS is to be sent.
  private let appVerifier: () throws -> any AppVerifying

  package init(
    key: SessionKey, isNamed: Bool, backend: @escaping () throws -> Backend, state: StateStore,
    now: @escaping @Sendable () -> Date,
    given: @escaping () throws -> ActiveSession?, appVerifier: @escaping () throws -> any AppVerifying
  ) {
    self.key = key
    self.isNamed = isNamed
    makeBackend = backend
    self.state = state
    self.now = now
    self.given = given
    self.appVerifier = appVerifier
  }

  package var binding: Binding { key.binding }

  /// The same for another session of the binding, a pending step's say.
  package func session(_ key: SessionKey) -> FlowSession {
    FlowSession(
      key: key, isNamed: isNamed, backend: makeBackend, state: state, now: now, given: given,
      appVerifier: appVerifier)
  }

  package func givenSession() throws -> ActiveSession? { try given() }

  package func backend() throws -> Backend { try makeBackend() }

  /// The auth client, with `user` signed in.
  package func auth(_ user: User? = nil) throws -> Auth {
    Auth(backend: try backend(), currentUser: user, now: now)
  }

  /// The saved session, without asking anybody.
  /// - Throws: `AuthError.noCurrentUser`.
  package func saved() throws -> SavedSession {
    guard let saved = try state.read()[key] else { throw AuthError.noCurrentUser }
    return saved
  }

  /// Has `send` make the service send an SMS, by `auth`, with the app verified.
  func sendingSMS<Answer>(
    _ auth: Auth, _ send: (PhoneAuthProvider) throws(AuthError) -> Answer
  ) throws -> Answer {
    auth.appVerification = try appVerifier().verification
    do {
      return try send(PhoneAuthProvider(auth: auth))
    } catch AuthError.caller(let failure) {
      throw failure.reason
    }
  }

  /// Changes the state after a message was sent; where it was an SMS, keeps in the same write what the app was
  /// verified with.
  func updateAfterSending<Result>(
    isSMS: Bool, _ change: (inout SavedState) throws -> Result
  ) throws -> Result? {
    let verifier = isSMS ? try appVerifier() : nil
    return try state.update { state in
      verifier?.save(in: &state)
      return try change(&state)
    }
  }
}
