package import AuthClient
package import Essentials

/// What a flow works with: whose session it is about, the server, the state, the clock, the app's verification.
package final class FlowSession {
  package let key: SessionKey
  /// Whether `key` was named, rather than being the one in use.
  package let isNamed: Bool
  package let state: StateStore
  package let now: @Sendable () -> Date
  /// Made where something is to be sent: what only looks at the state opens nothing.
  private let makeBackend: () throws -> Backend
  /// The variable that gives the session, where one does: commands act as it, and it is never saved.
  package let givenBy: String?
  private let given: () throws -> ActiveSession?
  /// Made where an SMS is to be sent.
  private let appVerifier: () throws -> any AppVerifying

  package init(
    key: SessionKey, isNamed: Bool, backend: @escaping () throws -> Backend, state: StateStore,
    now: @escaping @Sendable () -> Date, givenBy: String?,
    given: @escaping () throws -> ActiveSession?, appVerifier: @escaping () throws -> any AppVerifying
  ) {
    self.key = key
    self.isNamed = isNamed
    makeBackend = backend
    self.state = state
    self.now = now
    self.givenBy = givenBy
    self.given = given
    self.appVerifier = appVerifier
  }

  package var binding: Binding { key.binding }

  /// The same for another session of the binding, a pending step's say. What the environment gives is not it.
  package func session(_ key: SessionKey) -> FlowSession {
    let isSame = key == self.key
    return FlowSession(
      key: key, isNamed: isNamed, backend: makeBackend, state: state, now: now,
      givenBy: isSame ? givenBy : nil,
      given: isSame ? given : { nil }, appVerifier: appVerifier)
  }

  package func givenSession() throws -> ActiveSession? { try given() }

  /// Refuses what leads to another session than the one that a variable gives: nothing would use it.
  package func refuseShadowed(by purpose: CredentialPurpose) throws(SessionShadowed) {
    guard [.signIn, .reauthenticate].contains(purpose), let givenBy else { return }
    throw SessionShadowed(by: givenBy)
  }

  package func backend() throws -> Backend { try makeBackend() }

  /// The auth client, with `user`, the session's, signed in.
  package func auth(_ user: UserRecord? = nil, at backend: Backend? = nil) throws -> BlockingAuth {
    try auth(user, at: backend, keptIn: user == nil ? nil : storedSession())
  }

  func auth(
    _ user: UserRecord?, at backend: Backend? = nil, keptIn store: StateFileSession?
  ) throws -> BlockingAuth {
    BlockingAuth(backend: try backend ?? self.backend(), currentUser: user, store: store, now: now)
  }

  /// Where the session is kept; nil for one that a variable gives.
  func storedSession() -> StateFileSession? { givenBy == nil ? StateFileSession(key, in: state) : nil }

  /// The session that commands act as, as it was saved; nil where nobody is signed in.
  package func current() throws -> SavedSession? { try given()?.saved ?? state.read()[key] }

  /// As above, before a credential is asked for: nil only where `purpose` needs nobody to be signed in.
  /// - Throws: `SessionShadowed`, `NotSignedIn`.
  package func current(for purpose: CredentialPurpose) throws -> SavedSession? {
    try refuseShadowed(by: purpose)
    let session = try current()
    if purpose.needsCurrentUser, session == nil { throw try NotSignedIn(self) }
    return session
  }

  /// The session that commands act as, as it was saved.
  /// - Throws: `AuthFailure.noCurrentUser`.
  package func saved() throws -> SavedSession {
    guard let saved = try current() else { throw AuthFailure.noCurrentUser }
    return saved
  }

  /// Has `send` make the service send an SMS, by `auth`, with the app verified.
  func sendingSMS<Answer>(
    _ auth: BlockingAuth, _ send: (BlockingAuth) throws(AuthFailure) -> Answer
  ) throws -> Answer {
    auth.appVerification = try appVerifier().verification
    do {
      return try send(auth)
    } catch AuthFailure.caller(let failure) {
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
