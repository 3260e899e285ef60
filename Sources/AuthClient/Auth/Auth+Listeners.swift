extension Auth {
  /// The current user, now and whenever a user was signed in or out.
  public nonisolated var authStateChanges: AsyncStream<User?> {
    session.users(at: .stateChange, of: self)
  }

  /// The current user, now, whenever a user was signed in or out, and whenever the ID token is another one.
  public nonisolated var idTokenChanges: AsyncStream<User?> {
    session.users(at: .idTokenChange, of: self)
  }

  /// Calls `listener` soon with the current user, and then whenever a user was signed in or out.
  ///
  /// The calls come one after the other, in the order of the events.
  /// - Returns: What ``removeStateDidChangeListener(_:)`` takes. Listening goes on without it, too.
  @discardableResult
  public nonisolated func addStateDidChangeListener(
    _ listener: @escaping @Sendable (Auth, User?) -> Void
  ) -> AuthStateDidChangeListenerHandle {
    AuthStateDidChangeListenerHandle(task: listen(to: authStateChanges, listener))
  }

  /// Ends what ``addStateDidChangeListener(_:)`` began.
  public nonisolated func removeStateDidChangeListener(_ handle: AuthStateDidChangeListenerHandle) {
    handle.task.cancel()
  }

  /// Calls `listener` soon with the current user, then whenever a user was signed in or out or the ID token is
  /// another one.
  /// - Returns: What ``removeIDTokenDidChangeListener(_:)`` takes. Listening goes on without it, too.
  @discardableResult
  public nonisolated func addIDTokenDidChangeListener(
    _ listener: @escaping @Sendable (Auth, User?) -> Void
  ) -> IDTokenDidChangeListenerHandle {
    IDTokenDidChangeListenerHandle(task: listen(to: idTokenChanges, listener))
  }

  /// Ends what ``addIDTokenDidChangeListener(_:)`` began.
  public nonisolated func removeIDTokenDidChangeListener(_ handle: IDTokenDidChangeListenerHandle) {
    handle.task.cancel()
  }

  private nonisolated func listen(
    to users: AsyncStream<User?>, _ listener: @escaping @Sendable (Auth, User?) -> Void
  ) -> Task<Void, Never> {
    Task { [weak self] in
      for await user in users {
        guard !Task.isCancelled, let self else { return }
        listener(self, user)
      }
    }
  }
}

/// A listener for sign-ins and sign-outs, to be removed by.
public struct AuthStateDidChangeListenerHandle: Sendable {
  let task: Task<Void, Never>
}

/// A listener for ID tokens, to be removed by.
public struct IDTokenDidChangeListenerHandle: Sendable {
  let task: Task<Void, Never>
}
