extension Auth {
  /// The current user, now and after each sign-in or sign-out.
  public nonisolated var authStateChanges: AsyncStream<User?> {
    session.users(at: .stateChange, of: self)
  }

  /// The current user, now, after each sign-in or sign-out, and after each change of the ID token.
  public nonisolated var idTokenChanges: AsyncStream<User?> {
    session.users(at: .idTokenChange, of: self)
  }

  /// Calls `listener` soon with the current user, and then after each sign-in or sign-out.
  ///
  /// The calls come one after the other, in the order of the events.
  /// - Returns: A handle for ``removeStateDidChangeListener(_:)``. If you drop it, the listener stays.
  @discardableResult
  public nonisolated func addStateDidChangeListener(
    _ listener: @escaping @Sendable (Auth, User?) -> Void
  ) -> AuthStateDidChangeListenerHandle {
    AuthStateDidChangeListenerHandle(task: listen(to: authStateChanges, listener))
  }

  /// Removes a listener that ``addStateDidChangeListener(_:)`` added.
  public nonisolated func removeStateDidChangeListener(_ handle: AuthStateDidChangeListenerHandle) {
    handle.task.cancel()
  }

  /// Calls `listener` soon with the current user, and then after each sign-in, sign-out or change of the ID token.
  ///
  /// The calls come one after the other, in the order of the events.
  /// - Returns: A handle for ``removeIDTokenDidChangeListener(_:)``. If you drop it, the listener stays.
  @discardableResult
  public nonisolated func addIDTokenDidChangeListener(
    _ listener: @escaping @Sendable (Auth, User?) -> Void
  ) -> IDTokenDidChangeListenerHandle {
    IDTokenDidChangeListenerHandle(task: listen(to: idTokenChanges, listener))
  }

  /// Removes a listener that ``addIDTokenDidChangeListener(_:)`` added.
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

/// A handle that removes a listener for sign-ins and sign-outs.
public struct AuthStateDidChangeListenerHandle: Sendable {
  let task: Task<Void, Never>
}

/// A handle that removes a listener for changes of the ID token.
public struct IDTokenDidChangeListenerHandle: Sendable {
  let task: Task<Void, Never>
}
