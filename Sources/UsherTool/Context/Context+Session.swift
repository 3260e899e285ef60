import AuthClient
import Essentials
import IdentityToolkit

/// Somebody who is signed in, and where that is known from.
struct ActiveSession {
  var saved: SavedSession
  var source: Source

  enum Source: Equatable {
    case stored(SessionKey)
    /// A variable gave it: it is used and never kept.
    case environment(String)

    var name: String {
      switch self {
      case .stored(let key): key.name
      case .environment(let variable): variable
      }
    }
  }
}

extension Context {
  /// The session that commands act as, as it was saved: offline, perhaps run out.
  /// - Parameter session: Another one than the options name, a pending step's say.
  /// - Throws: `AuthError.noCurrentUser`.
  func activeSession(_ session: SessionKey? = nil) throws -> ActiveSession {
    if options.session == nil, let session = try environmentSession() { return session }
    let state = try savedState()
    let key = try session ?? sessionKey(in: state)
    guard let saved = state[key] else { throw try notSignedIn(key, state) }
    return ActiveSession(saved: saved, source: .stored(key))
  }

  /// The active session with an ID token that is good for `minimumLife` seconds more.
  ///
  /// However many processes find the token run out, one renews it and the others take what it got. A
  /// session that the server ended is removed, unless somebody signed in anew meanwhile.
  func renewedSession(
    _ session: SessionKey? = nil, minimumLife: Double = Auth.renewalMargin, force: Bool = false
  ) throws -> ActiveSession {
    let active = try activeSession(session)
    if !force, try active.saved.user().tokens.isValid(at: now(), for: minimumLife) { return active }
    guard case .stored(let key) = active.source else {
      return ActiveSession(saved: try renew(active.saved, minimumLife, force), source: active.source)
    }
    return try locked(key) {
      guard let current = try savedState()[key] else { throw AuthError.noCurrentUser }
      let isFresh = try current.user().tokens.isValid(at: now(), for: minimumLife)
      if isFresh, !force || current.idToken != active.saved.idToken {
        return ActiveSession(saved: current, source: active.source)
      }
      return ActiveSession(saved: try renewAndKeep(current, key, minimumLife, force), source: active.source)
    }
  }

  private func renewAndKeep(
    _ session: SavedSession, _ key: SessionKey, _ minimumLife: Double, _ force: Bool
  ) throws -> SavedSession {
    let tried = session.refreshToken ?? ""
    do {
      let renewed = try renew(session, minimumLife, force)
      if renewed != session, keepsState {
        try stateFile().update { state in _ = state.replace(key, holding: tried, with: renewed) }
      }
      return renewed
    } catch let error as AuthError where error.endsSession && keepsState {
      try stateFile().update { state in _ = state.replace(key, holding: tried, with: nil) }
      throw error
    }
  }

  private func renew(_ session: SavedSession, _ minimumLife: Double, _ force: Bool) throws -> SavedSession {
    let auth = try auth(user: try session.user())
    try auth.idToken(minimumLife: minimumLife, forcingRenewal: force)
    guard let user = auth.currentUser else { throw AuthError.noCurrentUser }
    var renewed = session
    renewed.idToken = user.tokens.idToken.text
    renewed.refreshToken = user.tokens.refreshToken
    renewed.expiresAt = user.tokens.expiresAt
    return renewed
  }

  /// A session for CI, from a file or a token in the environment.
  private func environmentSession() throws -> ActiveSession? {
    if let exported = try exportedSession() {
      try exported.refuseOtherDestination(than: try destination())
      return ActiveSession(saved: exported.session, source: .environment("USHER_SESSION_FILE"))
    }
    if let text = environment["USHER_ID_TOKEN"] {
      // Nothing is asked of anybody, but the result says where it would have been.
      _ = try destination()
      guard let token = try? IDToken(text) else {
        throw Diagnosis("usher/bad-token", .data, "USHER_ID_TOKEN holds no ID token", retry: .newInput)
      }
      try token.refuseForeign(project: try destination().project, tenant: try destination().tenant)
      let user = User(
        uid: token.uid, tokens: Tokens(idToken: token, refreshToken: nil, expiresAt: token.expiresAt))
      return ActiveSession(
        saved: SavedSession(user, signedInAt: token.signedInAt), source: .environment("USHER_ID_TOKEN"))
    }
    if let refreshToken = environment["USHER_REFRESH_TOKEN"] {
      return try session(of: refreshToken)
    }
    return nil
  }

  private func session(of refreshToken: String) throws -> ActiveSession {
    let destination = try destination()
    let isProjectNamed =
      [.profileOption, .usherProfile].contains(destination.source)
      || (options.project ?? environment["USHER_PROJECT"]) != nil
    guard destination.isExplicit, isProjectNamed else {
      throw Diagnosis(
        "usher/token-without-endpoint", .config, "USHER_REFRESH_TOKEN is set, but not whose it is",
        hint: "name the endpoint and the project too: USHER_ENDPOINT, USHER_PROJECT")
    }
    let user = try auth().signIn(withRefreshToken: refreshToken)
    return ActiveSession(
      saved: SavedSession(user, signedInAt: user.tokens.idToken.signedInAt),
      source: .environment("USHER_REFRESH_TOKEN"))
  }

  /// Says where there *are* sessions, for who looks in the wrong place.
  private func notSignedIn(_ key: SessionKey, _ state: SavedState) throws -> Diagnosis {
    var diagnosis = Diagnosis(AuthError.noCurrentUser, now: now())
    diagnosis.nextStep = command("verify-phone", session: key)
    let others = state.bindings.flatMap { binding in state[binding].sessions.keys.map { binding.session($0) }
    }
    if key.name != SessionKey.defaultName { diagnosis.message = "nobody is signed in as '\(key.name)'" }
    if let other = others.first(where: { $0.binding != key.binding }) {
      diagnosis.hint =
        "there is a session at \(other.binding.endpoint), project \(other.binding.project); sign in here with: usher verify-phone"
    } else if let other = others.first {
      diagnosis.hint = "there is a session called \(other.name): use --as \(other.name)"
    }
    return diagnosis
  }
}
