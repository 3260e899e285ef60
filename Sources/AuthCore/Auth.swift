package import Essentials
import IdentityToolkit

/// One session with the service: who is signed in, and the calls that change it. Every call blocks.
package final class Auth {
  package let backend: Backend
  /// The wall clock.
  let now: @Sendable () -> Date
  /// Verifies the app before an SMS is sent; nil for servers that never ask for it.
  package var appVerification: AppVerification?

  /// Called after the user or the user's tokens changed; nil when no user is signed in any more.
  package var onChange: ((User?) -> Void)?

  package private(set) var currentUser: User? {
    didSet { if oldValue != currentUser { onChange?(currentUser) } }
  }

  /// - Parameter currentUser: The user of a session that was kept from before.
  package init(backend: Backend, currentUser: User? = nil, now: @escaping @Sendable () -> Date) {
    self.backend = backend
    self.currentUser = currentUser
    self.now = now
  }

  /// Forgets the user. Local: the service has no sign-out, and tokens stay valid there.
  package func signOut() {
    currentUser = nil
  }

  func replaceCurrentUser(_ user: User) {
    currentUser = user
  }

  /// Signs the user out when `body`, a call with the user's own token, finds the session over.
  func endingSession<Answer>(
    _ body: () throws(AuthError) -> Answer
  ) throws(AuthError) -> Answer {
    do {
      return try body()
    } catch {
      if error.endsSession { currentUser = nil }
      throw error
    }
  }
}
