import Essentials
import Synchronization

/// Who is signed in: in memory, where it is kept, and to whom it is told.
final class Session: Sendable {
  /// The user as the service last showed it, with the tokens, and where those belong.
  struct Snapshot: Sendable {
    let record: UserRecord?
    let binding: SessionBinding?
    /// Which of the client's sessions it is.
    let generation: UInt64
  }

  fileprivate struct State {
    /// What is kept, wherever it belongs.
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

  /// The session as a call to `binding` may use it: with nobody signed in where the tokens belong elsewhere.
  func snapshot(for binding: SessionBinding) -> Snapshot {
    state.withLock { state in
      if state.binding == binding { return state.snapshot }
      return Snapshot(record: nil, binding: binding, generation: 0)
    }
  }

  func currentUser(of auth: Auth) -> User? {
    state.withLock { $0.currentUser(of: auth) }
  }

  /// Signs in whoever is kept for that place, and out whoever belongs elsewhere.
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
  /// What became of a call's change.
  struct Change: Sendable {
    /// Who is signed in after it.
    let user: User?
    /// What kept it from counting.
    let problem: AuthError?
  }

  /// Puts `after`, which a call made of `before`, in its place.
  ///
  /// A call that nobody waits for any more signs nobody in. What it changed for the user who stays signed in is kept, as
  /// the tokens from before may be worthless.
  /// - Parameter renewed: The user as the call last found the session kept, or kept it; the user of `before` by default.
  func replace(
    _ before: Snapshot, renewedAs renewed: UserRecord?, with after: UserRecord?, isWanted: Bool,
    isSignOut: Bool, of auth: Auth
  ) -> Change {
    if before.record == after { return Change(user: currentUser(of: auth), problem: nil) }
    let staysSignedIn = before.record?.uid == after?.uid
    if !isWanted, !staysSignedIn, after != nil { return Change(user: nil, problem: nil) }
    // Meanwhile the client may have been sent to another place, where these tokens do not belong.
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
      // A renewed token is as good unsaved: the refresh token that was saved still is.
      let isRenewal = staysSignedIn && before.record?.tokens.refreshToken == after?.tokens.refreshToken
      return Change(user: state.currentUser(of: auth), problem: isRenewal ? nil : problem)
    }
  }

  /// Keeps `user` in the place of `before`, unless another program changed what is kept; gives who is signed in then.
  ///
  /// A sign-in replaces whatever is kept, and a sign-out beats whatever comes late. A renewal, and the end of a session,
  /// give way to a newer session of the same user.
  private func keep(
    _ user: UserRecord?, replacing before: UserRecord?, at binding: SessionBinding, isSignOut: Bool
  ) throws -> UserRecord? {
    var result = user
    var kept: PersistedSession?
    try persistence.update { data in
      result = user
      kept = try data.map(PersistedSession.init)
      let own = kept.flatMap { $0.user.uid == before?.uid && SessionBinding($0) == binding ? $0 : nil }
      let isNewer = own.map { $0.user.tokens.refreshToken != before?.tokens.refreshToken } ?? false
      switch user {
      case let user? where user.uid != before?.uid:
        kept = PersistedSession(user, for: binding)
      case let user?:
        if kept == nil {
          result = nil
        } else if isNewer, user.tokens.refreshToken == before?.tokens.refreshToken {
          result = own?.user
        } else if own != nil {
          kept = PersistedSession(user, for: binding)
        }
      case nil:
        if isNewer, !isSignOut { result = own?.user } else if own != nil { kept = nil }
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
      // What cannot be kept is told once the call has ended: the tokens are good unsaved.
      _ = try? session.keep(renewed, replacing: user, at: binding, isSignOut: false)
    }

    func whileRenewing<Result>(_ body: () throws -> Result) throws -> Result {
      var outcome: Swift.Result<Result, any Error>?
      do {
        try session.persistence.whileRenewing { outcome = Swift.Result(catching: body) }
      } catch {
        // Two renewals are better than none, and tokens that came are good.
      }
      return try outcome?.get() ?? body()
    }
  }

  /// The user as another program may have kept the session meanwhile; `user` where what is kept is no session of that one,
  /// and nil where the session was signed out.
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
  /// How many renewals of tokens that were still good have begun, without those that failed.
  var forcedRenewals: Int { state.withLock { $0.forcedRenewals } }

  func countForcedRenewal(_ change: Int) {
    state.withLock { $0.forcedRenewals += change }
  }
}

// MARK: Listeners

extension Session {
  /// Gives the current user now and after each `event`, until nobody listens any more.
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

  /// Begins another session.
  fileprivate mutating func begin(with user: UserRecord?) {
    record = user
    self.user = nil
    generation += 1
  }

  fileprivate mutating func currentUser(of auth: Auth) -> User? {
    guard let record else { return nil }
    if let user { return user }
    let made = User(record, of: auth, generation: generation)
    user = made
    return made
  }

  /// Tells the listeners what became of `before`.
  fileprivate mutating func tell(of before: UserRecord?, isAnother: Bool, of auth: Auth) {
    guard isAnother || before?.tokens.idToken != record?.tokens.idToken, !listeners.isEmpty else { return }
    let user = currentUser(of: auth)
    for listener in listeners.values where isAnother || listener.event == .idTokenChange {
      listener.continuation.yield(user)
    }
  }
}

extension AuthError {
  /// The client was sent to another place while the call was on its way.
  fileprivate static var elsewhere: AuthError {
    AuthError(.nullUser, message: "the client was given another emulator or tenant during the call")
  }
}

/// What of a session is listened for.
enum SessionEvent {
  /// A user was signed in or out.
  case stateChange
  /// That, or the user's ID token is another one.
  case idTokenChange
}
