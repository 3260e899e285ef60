package import AuthClient
package import Essentials

/// The session, server, state, clock and app verification that a flow uses.
package final class FlowSession {
  package let key: SessionKey
  /// Whether the user named `key`. Otherwise it is the session in use.
  package let isNamed: Bool
  package let state: StateStore
  package let now: @Sendable () -> Date
  /// Creates the backend when something is sent. Reading the state opens nothing.
  private let makeBackend: () throws -> Backend
  /// The environment variable that contains the session, if there is one. Commands use that session and never save it.
  package let givenBy: String?
  private let given: () throws -> ActiveSession?
  /// Creates the app verification when it is needed.
  private let makeAppVerifier: () throws -> any AppVerifying
  private var knownAppVerifier: (any AppVerifying)?

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
    makeAppVerifier = appVerifier
  }

  package var binding: Binding { key.binding }

  /// Returns a flow session for another session of the binding, for example a pending step's. It does not use the
  /// environment's session.
  package func session(_ key: SessionKey) -> FlowSession {
    let isSame = key == self.key
    return FlowSession(
      key: key, isNamed: isNamed, backend: makeBackend, state: state, now: now,
      givenBy: isSame ? givenBy : nil,
      given: isSame ? given : { nil }, appVerifier: makeAppVerifier)
  }

  package func givenSession() throws -> ActiveSession? { try given() }

  /// Refuses to sign in to a saved session while a variable contains another one, because nothing would use the saved
  /// one.
  package func refuseShadowed(by purpose: CredentialPurpose) throws(SessionShadowed) {
    guard [.signIn, .reauthenticate].contains(purpose), let givenBy else { return }
    throw SessionShadowed(by: givenBy)
  }

  package func backend() throws -> Backend { try makeBackend() }

  /// Returns an auth client in which `user` is signed in.
  package func auth(_ user: UserRecord? = nil, at backend: Backend? = nil) throws -> BlockingAuth {
    try auth(user, at: backend, keptIn: user == nil ? nil : storedSession())
  }

  func auth(
    _ user: UserRecord?, at backend: Backend? = nil, keptIn store: StateFileSession?
  ) throws -> BlockingAuth {
    let auth = BlockingAuth(
      backend: try backend ?? self.backend(), currentUser: user, store: store, now: now)
    // It may have a proof for the next request.
    auth.appVerification = knownAppVerifier?.verification
    return auth
  }

  private func appVerifier() throws -> any AppVerifying {
    if let knownAppVerifier { return knownAppVerifier }
    let verifier = try makeAppVerifier()
    knownAppVerifier = verifier
    return verifier
  }

  /// Returns the store of the session; nil for a session from a variable.
  func storedSession() -> StateFileSession? { givenBy == nil ? StateFileSession(key, in: state) : nil }

  /// Returns the session that commands use, as it was saved; nil if nobody is signed in.
  package func current() throws -> SavedSession? { try given()?.saved ?? state.read()[key] }

  /// Returns the session for a credential. It is nil only if `purpose` needs no signed-in user.
  /// - Throws: `SessionShadowed`, `NotSignedIn`.
  package func current(for purpose: CredentialPurpose) throws -> SavedSession? {
    try refuseShadowed(by: purpose)
    let session = try current()
    if purpose.needsCurrentUser, session == nil { throw try NotSignedIn(self) }
    return session
  }

  /// Returns the session that commands use, as it was saved.
  /// - Throws: `AuthFailure.noCurrentUser`.
  package func saved() throws -> SavedSession {
    guard let saved = try current() else { throw AuthFailure.noCurrentUser }
    return saved
  }

  /// Runs `send`, a request for which the service may require that the app is verified.
  func verifyingApp<Answer>(
    _ auth: BlockingAuth, _ send: (BlockingAuth) throws(AuthFailure) -> Answer
  ) throws -> Answer {
    auth.makeAppVerification = { () throws(AuthFailure) in
      do {
        return try self.appVerifier().verification
      } catch {
        throw .caller(CallerFailure(error))
      }
    }
    do {
      return try send(auth)
    } catch AuthFailure.caller(let failure) {
      throw failure.reason
    }
  }

  /// Changes the state after a message was sent. After an SMS, the same write saves the app's credential.
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

/// A session in the state file, as the store of the auth client that acts as its user.
final class StateFileSession: SessionStore {
  private let key: SessionKey
  private let state: StateStore
  /// The session as it was last read or saved here; nil before that.
  private(set) var saved: SavedSession?

  init(_ key: SessionKey, in state: StateStore) {
    self.key = key
    self.state = state
  }

  func kept(_ user: UserRecord) throws -> UserRecord? {
    saved = try state.read()[key]
    return saved?.user
  }

  func replace(_ user: UserRecord, with renewed: UserRecord?) throws {
    let session = renewed.flatMap { saved?.updated($0) }
    try state.update { $0.replace(key, since: user, with: session) }
    saved = session
  }

  func whileRenewing<Result>(_ body: () throws -> Result) throws -> Result {
    try state.locked(key, body)
  }
}

/// Verifies the app before an SMS is sent, and before other requests for which a project requires reCAPTCHA.
package protocol AppVerifying {
  var verification: AppVerification { get }

  /// Whether there is new data to save for later runs.
  var hasNews: Bool { get }

  /// Saves the data with which a later run can verify the app.
  func save(in state: inout SavedState)
}
