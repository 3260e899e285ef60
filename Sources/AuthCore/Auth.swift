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

  /// Renews the tokens of a user as whom others act too; nil where nobody does.
  package var renewal: ((User) throws(AuthError) -> User)?
  /// The user before what was changed here, as the others know the session: as given, or as last renewed.
  package private(set) var renewedUser: User?

  /// - Parameter currentUser: The user of a session that was kept from before.
  package init(backend: Backend, currentUser: User? = nil, now: @escaping @Sendable () -> Date) {
    self.backend = backend
    self.currentUser = currentUser
    renewedUser = currentUser
    self.now = now
  }

  /// Forgets the user. Local: the service has no sign-out, and tokens stay valid there.
  package func signOut() {
    currentUser = nil
  }

  func replaceCurrentUser(_ user: User) {
    currentUser = user
  }

  func goOn(asRenewed user: User) {
    currentUser = user
    renewedUser = user
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

  /// Has `body` show the service the current user's ID token.
  ///
  /// One that the service does not take is renewed, and shown once more: by the service's clock it may be over, however
  /// it looks here. That ends the session only where it cannot be renewed, and the first refusal is told then.
  func showingToken<Answer>(_ body: (User) throws(AuthError) -> Answer) throws(AuthError) -> Answer {
    try idToken()
    do {
      return try showingCurrentToken(body)
    } catch {
      guard error.refusesToken else { throw error }
      try renew(after: error)
      return try showingCurrentToken(body)
    }
  }

  private func showingCurrentToken<Answer>(
    _ body: (User) throws(AuthError) -> Answer
  ) throws(AuthError) -> Answer {
    guard let currentUser else { throw .noCurrentUser }
    do {
      return try body(currentUser)
    } catch {
      if error.endsSession, !error.refusesToken { signOut() }
      throw error
    }
  }

  private func renew(after refusal: AuthError) throws(AuthError) {
    do {
      try idToken(forcingRenewal: true)
    } catch {
      guard error.endsSession || error == .sessionCannotRenew else { throw error }
      signOut()
      throw refusal
    }
  }
}
