package import Essentials
import IdentityToolkit

/// One session with the service: who is signed in, and the calls that change it. Every call blocks.
package final class BlockingAuth {
  package let backend: Backend
  /// The wall clock.
  let now: @Sendable () -> Date
  /// Verifies the app before an SMS is sent; nil for servers that never ask for it.
  package var appVerification: AppVerification?

  /// The codes that this client sent; nil where the caller keeps them.
  var sentCodes: SentCodes?

  /// Called after the user or the user's tokens changed; nil when no user is signed in any more.
  package var onChange: ((UserRecord?) -> Void)?

  package private(set) var currentUser: UserRecord? {
    didSet { if oldValue != currentUser { onChange?(currentUser) } }
  }

  /// Where the session is kept that the user came from; nil where nobody else acts as the user.
  let store: (any SessionStore)?
  /// The user before what was changed here, as the others know the session: as given, or as last renewed.
  package private(set) var renewedUser: UserRecord?

  /// - Parameters:
  ///   - currentUser: The user of a session that was kept from before.
  ///   - store: Where that session is kept.
  package init(
    backend: Backend, currentUser: UserRecord? = nil, store: (any SessionStore)? = nil,
    now: @escaping @Sendable () -> Date
  ) {
    self.backend = backend
    self.store = store
    self.currentUser = currentUser
    renewedUser = currentUser
    self.now = now
  }

  /// Forgets the user. Local: the service has no sign-out, and tokens stay valid there.
  package func signOut() {
    currentUser = nil
  }

  func replaceCurrentUser(_ user: UserRecord) {
    currentUser = user
  }

  func goOn(asRenewed user: UserRecord) {
    currentUser = user
    renewedUser = user
  }

  /// Signs the user out when `body`, a call with the user's own token, finds the session over.
  func endingSession<Answer>(
    _ body: () throws(AuthFailure) -> Answer
  ) throws(AuthFailure) -> Answer {
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
  func showingToken<Answer>(_ body: (UserRecord) throws(AuthFailure) -> Answer) throws(AuthFailure) -> Answer
  {
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
    _ body: (UserRecord) throws(AuthFailure) -> Answer
  ) throws(AuthFailure) -> Answer {
    guard let currentUser else { throw .noCurrentUser }
    do {
      return try body(currentUser)
    } catch {
      if error.endsSession, !error.refusesToken { signOut() }
      throw error
    }
  }

  private func renew(after refusal: AuthFailure) throws(AuthFailure) {
    do {
      try idToken(forcingRenewal: true)
    } catch {
      guard error.endsSession || error == .sessionCannotRenew else { throw error }
      signOut()
      throw refusal
    }
  }
}
