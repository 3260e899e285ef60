import Essentials
import Synchronization

/// The signed-in user, in memory and in the persistence, and the listeners to its changes.
final class Session: Sendable {
  /// The user as the service last returned it, with the tokens and the place that issued them.
  struct Snapshot: Sendable {
    let record: UserRecord?
    let binding: SessionBinding?
    /// The number of the session within this client.
    let generation: UInt64
  }

  fileprivate struct State {
    /// The kept session, which may belong to another server, project or tenant.
    var kept: PersistedSession?
    var binding: SessionBinding?
    var record: UserRecord?
    weak var user: User?
    var generation: UInt64 = 0
    var forcedRenewals = 0
    var listeners: [UInt64: Listener] = [:]
    var listenerCount: UInt64 = 0
  }

  fileprivate struct Listener {
    let event: SessionEvent
    let continuation: AsyncStream<User?>.Continuation
  }

  private let state: Mutex<State>
  private let persistence: any UserPersistence

  init(persistence: InMemoryPersistence) {
    self.persistence = persistence
    state = Mutex(State())
  }

  init(loading persistence: any UserPersistence) throws(AuthError) {
    self.persistence = persistence
    do {
      state = Mutex(State(kept: try persistence.load().map(PersistedSession.init)))
    } catch {
      throw AuthError(.persistenceError, underlyingError: error)
    }
  }

  deinit {
    for listener in state.withLock(\.listeners).values { listener.continuation.finish() }
  }

  var snapshot: Snapshot { state.withLock { $0.snapshot } }

  /// Returns the session for a call to `binding`; without a user if the tokens belong elsewhere.
  func snapshot(for binding: SessionBinding) -> Snapshot {
    state.withLock { state in
      if state.binding == binding { return state.snapshot }
      return Snapshot(record: nil, binding: binding, generation: 0)
    }
  }

  func currentUser(of auth: Auth) -> User? {
    state.withLock { $0.currentUser(of: auth) }
  }

  /// Changes the place that the client uses.
  ///
  /// Signs in the user who is kept for it, and signs out a user of another place.
  func bind(to binding: SessionBinding, of auth: Auth) {
    state.withLock { state in
      guard state.binding != binding else { return }
      let before = state.record
      state.binding = binding
      let kept = state.kept.flatMap { SessionBinding($0) == binding ? $0 : nil }
      state.begin(with: kept?.user)
      state.tell(of: before, isAnother: before != nil || state.record != nil, of: auth)
    }
  }
}

// MARK: Changes

extension Session {
  struct Change: Sendable {
    /// The user who is signed in after the call.
    let user: User?
    /// The error that kept the change from taking effect.
    let problem: AuthError?
  }

  /// Replaces `before` with `after`, the user at the end of a call.
  ///
  /// A cancelled call signs nobody in. Its changes for a user who stays signed in are kept, because the old tokens may
  /// be invalid.
  /// - Parameter renewed: The user whom the call last read from the persistence, or kept there. By default, the user of
  ///   `before`.
  func replace(
    _ before: Snapshot, renewedAs renewed: UserRecord?, with after: UserRecord?, isWanted: Bool,
    isSignOut: Bool, of auth: Auth
  ) -> Change {
    if before.record == after { return Change(user: currentUser(of: auth), problem: nil) }
    let staysSignedIn = before.record?.uid == after?.uid
    if !isWanted, !staysSignedIn, after != nil { return Change(user: nil, problem: nil) }
    // The program may have changed the emulator or tenant during the call. These tokens must not be used there.
    guard let binding = before.binding, snapshot.binding == binding else {
      return Change(user: nil, problem: staysSignedIn || after == nil ? nil : .elsewhere)
    }
    var (result, problem) = (after, AuthError?.none)
    do {
      result = try keep(after, replacing: renewed ?? before.record, at: binding, isSignOut: isSignOut)
    } catch {
      problem = AuthError(.persistenceError, underlyingError: error)
      if !staysSignedIn { return Change(user: currentUser(of: auth), problem: problem) }
    }
    return state.withLock { state in
      guard state.binding == binding else { return Change(user: nil, problem: .elsewhere) }
      let isAnother = before.record?.uid != result?.uid
      if let user = result, !isAnother {
        state.record = user
        state.user?.update(user)
      } else {
        state.begin(with: result)
      }
      state.tell(of: before.record, isAnother: isAnother, of: auth)
      // A renewed token also works if it cannot be saved, because the saved refresh token stays valid.
      let isRenewal = staysSignedIn && before.record?.tokens.refreshToken == after?.tokens.refreshToken
      return Change(user: state.currentUser(of: auth), problem: isRenewal ? nil : problem)
    }
  }

  /// Keeps `user` in place of `before`, unless another program changed the kept session. Returns the user who is then
  /// signed in.
  ///
  /// A sign-in replaces any kept session, and a sign-out wins over anything that comes later. A renewal or an ended
  /// session does not replace a newer session of the same user.
  private func keep(
    _ user: UserRecord?, replacing before: UserRecord?, at binding: SessionBinding, isSignOut: Bool
  ) throws -> UserRecord? {
    var result = user
    var kept: PersistedSession?
    try persistence.update { data in
      result = user
      kept = try data.map(PersistedSession.init)
      let meanwhile = Meanwhile(kept.flatMap { SessionBinding($0) == binding ? $0.user : nil }, since: before)
      let isOurs = user?.tokens.refreshToken != before?.tokens.refreshToken
      switch (user, meanwhile) {
      case (let user?, _) where user.uid != before?.uid: kept = PersistedSession(user, for: binding)
      case (_?, _) where kept == nil: result = nil
      case (_?, .renewed(let newer)) where !isOurs: result = newer
      case (let user?, .nothing), (let user?, .renewed): kept = PersistedSession(user, for: binding)
      case (nil, .renewed(let newer)) where !isSignOut: result = newer
      case (nil, .nothing), (nil, .renewed): kept = nil
      case (_, .gone): break
      }
      return try kept?.data()
    }
    state.withLock { $0.kept = kept }
    return result
  }
}

// MARK: Renewals

extension Session {
  /// The session at `binding`, for a blocking client that acts as its user.
  struct Store: SessionStore {
    let session: Session
    let binding: SessionBinding

    func kept(_ user: UserRecord) -> UserRecord? { session.kept(user, at: binding) }

    func replace(_ user: UserRecord, with renewed: UserRecord?) {
      // The call reports a failure when it ends. Unsaved tokens still work.
      _ = try? session.keep(renewed, replacing: user, at: binding, isSignOut: false)
    }

    func whileRenewing<Result>(_ body: () throws -> Result) throws -> Result {
      var outcome: Swift.Result<Result, any Error>?
      do {
        try session.persistence.whileRenewing { outcome = Swift.Result(catching: body) }
      } catch {
        // Renewing without the lock is better than not renewing. If `body` already ran, its tokens are valid.
      }
      return try outcome?.get() ?? body()
    }
  }

  /// Returns the user as another program may have kept the session in the meantime.
  ///
  /// Returns `user` if the kept session is not one of the same user, and nil if the session was signed out.
  private func kept(_ user: UserRecord, at binding: SessionBinding) -> UserRecord? {
    do {
      guard let kept = try persistence.load().map(PersistedSession.init) else { return nil }
      return kept.user.uid == user.uid && SessionBinding(kept) == binding ? kept.user : user
    } catch {
      return user
    }
  }
}

// MARK: Forced renewals

extension Session {
  /// The number of forced renewals that have begun and have not failed.
  var forcedRenewals: Int { state.withLock { $0.forcedRenewals } }

  func countForcedRenewal(_ change: Int) {
    state.withLock { $0.forcedRenewals += change }
  }
}

// MARK: Listeners

extension Session {
  /// Returns a stream of the current user, now and after each `event`.
  func users(at event: SessionEvent, of auth: Auth) -> AsyncStream<User?> {
    let (stream, continuation) = AsyncStream.makeStream(of: User?.self)
    let number = state.withLock { state in
      let number = state.listenerCount
      state.listenerCount += 1
      state.listeners[number] = Listener(event: event, continuation: continuation)
      continuation.yield(state.currentUser(of: auth))
      return number
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }
}

extension Session.State {
  fileprivate var snapshot: Session.Snapshot {
    Session.Snapshot(record: record, binding: binding, generation: generation)
  }

  fileprivate mutating func begin(with user: UserRecord?) {
    record = user
    self.user = nil
    generation += 1
  }

  fileprivate mutating func currentUser(of auth: Auth) -> User? {
    guard let record else { return nil }
    if let user { return user }
    let made = User(record, of: auth, generation: generation, binding: binding)
    user = made
    return made
  }

  /// Tells the listeners about the change since `before`.
  fileprivate mutating func tell(of before: UserRecord?, isAnother: Bool, of auth: Auth) {
    guard isAnother || before?.tokens.idToken != record?.tokens.idToken, !listeners.isEmpty else { return }
    let user = currentUser(of: auth)
    for listener in listeners.values where isAnother || listener.event == .idTokenChange {
      listener.continuation.yield(user)
    }
  }
}

extension AuthError {
  /// The error of a call during which the program chose another emulator or tenant.
  fileprivate static var elsewhere: AuthError {
    AuthError(.nullUser, message: "the client was given another emulator or tenant during the call")
  }
}

/// The kind of change that a listener wants to know.
enum SessionEvent {
  /// A user was signed in or out.
  case stateChange
  /// A user was signed in or out, or the ID token changed.
  case idTokenChange
}
