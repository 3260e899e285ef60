package import Essentials
import IdentityToolkit

/// One session with the service: the signed-in user, and the calls that sign users in and out. Every call blocks.
package final class BlockingAuth {
  package let backend: Backend
  /// The wall clock.
  let now: @Sendable () -> Date
  /// Verifies the app before an SMS is sent, and gets tokens of reCAPTCHA; nil for servers that never require it.
  package var appVerification: AppVerification?
  /// Creates `appVerification` when it is needed first.
  package var makeAppVerification: (() throws(AuthFailure) -> AppVerification)?

  /// The codes that this client sent; nil if the caller keeps them.
  var sentCodes: SentCodes?

  /// Called after the user or the tokens changed, with nil after a sign-out.
  package var onChange: ((UserRecord?) -> Void)?

  package private(set) var currentUser: UserRecord? {
    didSet { if oldValue != currentUser { onChange?(currentUser) } }
  }

  /// The store of the user's session; nil if nobody else acts as the user.
  let store: (any SessionStore)?
  /// The user in the version that the store last had: as given, or as last renewed.
  package private(set) var renewedUser: UserRecord?

  /// Creates a session.
  /// - Parameters:
  ///   - currentUser: The user of a kept session.
  ///   - store: The store of that session.
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

  /// Forgets the user in this client only. The service has no sign-out, and the tokens stay valid.
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

  /// Calls `R`, with a token of reCAPTCHA Enterprise if it is known that the service checks one.
  ///
  /// If it is not known and the service asks for a token, the client gets one and calls again. `FirebaseAuth` does so,
  /// too (`AuthRecaptchaVerifier`). So a project without reCAPTCHA costs no request.
  func call<R: RPC>(
    _ rpc: R.Type, _ request: R.Request, for action: RecaptchaAction
  ) throws(AuthFailure) -> R.Response where R.Request: RecaptchaRequest {
    let known = try appVerification?.knownProof(for: action, backend)
    do {
      return try backend.call(rpc, request.with(known))
    } catch {
      guard known == nil, error.refusal?.code == .missingRecaptchaToken,
        let verification = try verification()
      else {
        // The site key that was loaded before may have changed.
        let ofToken: Set<ServerErrorCode> = [
          .captchaCheckFailed, .missingRecaptchaToken, .invalidRecaptchaToken, .invalidRecaptchaAction,
          .recaptchaNotEnabled,
        ]
        if known != nil, let code = error.refusal?.code, ofToken.contains(code) {
          appVerification?.inbox.fetchedProtection = nil
        }
        throw error
      }
      let demanded = try verification.demandedProof(for: action, backend, after: error)
      return try backend.call(rpc, request.with(demanded))
    }
  }

  func verification() throws(AuthFailure) -> AppVerification? {
    if appVerification == nil { appVerification = try makeAppVerification?() }
    return appVerification
  }

  /// Runs `body`, which sends the user's own token, and signs the user out if the session has ended.
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

  /// Runs `body`, which sends the current user's ID token.
  ///
  /// If the service refuses the token, the client renews it and runs `body` once more, because the service's clock may
  /// differ. If the token cannot be renewed, the session ends, and the first refusal is thrown.
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

extension RecaptchaRequest {
  fileprivate func with(_ proof: AppVerificationProof?) -> Self {
    guard let proof else { return self }
    var request = self
    request.recaptcha = proof
    return request
  }
}
