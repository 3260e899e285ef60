import AuthCore
import Essentials
import Synchronization

/// Who is signed in: in memory, where it is kept, and to whom it is told.
final class Session: Sendable {
  /// The user as the service last showed it, with the tokens, and where those belong.
  struct Snapshot: Sendable {
    let record: AuthCore.User?
    let binding: SessionBinding?
  }

  fileprivate struct State {
    /// What is kept, wherever it belongs.
    var kept: KeptSession?
    var binding: SessionBinding?
    var record: AuthCore.User?
    weak var user: User?
    var listeners: [UInt64: Listener] = [:]
    var listenerCount: UInt64 = 0
    var forcedRenewals = 0
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
      state = Mutex(State(kept: try persistence.load().map(KeptSession.init)))
    } catch {
      throw AuthError(.persistenceError, underlyingError: error)
    }
  }

  var snapshot: Snapshot { state.withLock { Snapshot(record: $0.record, binding: $0.binding) } }

  func currentUser(of auth: Auth) -> User? {
    state.withLock { $0.currentUser(of: auth) }
  }

  /// How often a token was renewed that was still good.
  var forcedRenewals: Int { state.withLock { $0.forcedRenewals } }

  func countForcedRenewal() {
    state.withLock { $0.forcedRenewals += 1 }
  }

  /// Signs in whoever is kept for that place, and out whoever belongs elsewhere.
  func bind(to binding: SessionBinding, of auth: Auth) {
    state.withLock { state in
      guard state.binding != binding else { return }
      let before = state.record
      state.binding = binding
      state.record = state.kept.flatMap { SessionBinding($0) == binding ? $0.user : nil }
      state.user = nil
      state.tell(of: before, of: auth)
    }
  }

  /// Puts `after`, which a call made of `before`, in its place; gives what kept it from being saved.
  ///
  /// A call that nobody waits for any more signs nobody in. What it changed for the user who stays signed in is kept, as
  /// the tokens from before may be worthless.
  func replace(
    _ before: Snapshot, with after: AuthCore.User?, isWanted: Bool, of auth: Auth
  ) -> AuthError? {
    if before.record == after { return nil }
    let staysSignedIn = before.record?.uid == after?.uid
    if !isWanted, !staysSignedIn, after != nil { return nil }
    let problem = keep(after, for: before.binding)
    if problem != nil, !staysSignedIn { return problem }
    state.withLock { state in
      // Meanwhile the client may have been sent to another place, where these tokens do not belong.
      guard state.binding == before.binding else { return }
      state.record = after
      if let after, staysSignedIn { state.user?.update(after) } else { state.user = nil }
      state.tell(of: before.record, of: auth)
    }
    // A renewed token is as good unsaved: the refresh token that was saved still is.
    let isRenewal = staysSignedIn && before.record?.tokens.refreshToken == after?.tokens.refreshToken
    return isRenewal ? nil : problem
  }

  private func keep(_ user: AuthCore.User?, for binding: SessionBinding?) -> AuthError? {
    do {
      guard let user, let binding else {
        try persistence.delete()
        state.withLock { $0.kept = nil }
        return nil
      }
      let kept = KeptSession(user, for: binding)
      try persistence.save(try kept.data())
      state.withLock { $0.kept = kept }
      return nil
    } catch {
      return AuthError(.persistenceError, underlyingError: error)
    }
  }

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

  deinit {
    for listener in state.withLock(\.listeners).values { listener.continuation.finish() }
  }
}

extension Session.State {
  fileprivate mutating func currentUser(of auth: Auth) -> User? {
    guard let record else { return nil }
    if let user { return user }
    let made = User(record, of: auth)
    user = made
    return made
  }

  /// Tells the listeners what became of `before`.
  fileprivate mutating func tell(of before: AuthCore.User?, of auth: Auth) {
    guard before?.tokens.idToken != record?.tokens.idToken, !listeners.isEmpty else { return }
    let user = currentUser(of: auth)
    let isAnother = before?.uid != record?.uid
    for listener in listeners.values where isAnother || listener.event == .idTokenChange {
      listener.continuation.yield(user)
    }
  }
}
