import AuthClient
import IdentityToolkit

extension Engine {
  /// Makes `change`. If the server requires a recent sign-in for it, the user re-authenticates, and it is made once
  /// more.
  /// - Parameters:
  ///   - forSecondFactor: Whether a sign-in by phone is of no use.
  ///   - need: The code that makes the change, if one does.
  package func withRecentSignIn<Value>(
    forSecondFactor: Bool = false, before need: CodeNeed? = nil, _ change: () throws -> Value
  ) throws -> Value {
    // A session that a variable gives does not become newer here.
    let session = flow.givenBy == nil ? try flow.current() : nil
    do {
      return try change()
    } catch {
      guard let refusal = Self.demand(in: error), let session, try flow.current()?.uid == session.uid,
        try asker.canReauthenticate(session, after: refusal)
      else { throw error }
      let onTheWay = Engine(flow, asking: need.map(asker.onTheWay) ?? asker.onTheWay)
      guard try onTheWay.reauthenticated(session, forSecondFactor: forSecondFactor) else { throw error }
      // What one user agreed to must not reach another, who signed in meanwhile.
      guard try flow.current()?.uid == session.uid else { throw AuthFailure.userMismatch }
      return try change()
    }
  }

  /// Returns the refusal that demands a recent sign-in.
  private static func demand(in error: any Error) -> ServerError? {
    let failure = (error as? CodeRefused)?.error ?? error as? AuthFailure
    guard let refusal = failure?.refusal, refusal.code == .credentialTooOldLoginAgain else { return nil }
    return refusal
  }

  /// Returns whether the user re-authenticated; false if nothing of the account can be used here.
  func reauthenticated(_ session: SavedSession, forSecondFactor: Bool) throws -> Bool {
    guard case .signedIn(let signedIn) = try reauthenticate(session, forSecondFactor: forSecondFactor) else {
      return false
    }
    try asker.tell(signedIn)
    return true
  }

  /// Re-authenticates the user of `session`; nil if nothing of the account can be used here.
  package func reauthenticate(_ session: SavedSession, forSecondFactor: Bool = false) throws -> Progress? {
    let methods = try session.reauthenticationMethods { try flow.auth().signInMethods(forEmail: $0) }.filter {
      !(forSecondFactor && $0.sendsSMS)
    }
    guard !methods.isEmpty else { return nil }
    try asker.begin()
    switch try asker.method(among: methods, of: session) {
    case .phone(let number): return try byPhone(.reauthenticate, to: try Self.number(number))
    case .emailLink(let email): return try byLink(.reauthenticate, to: try EmailAddress(ofAnyScript: email))
    case .password(let email): return try reauthenticate(by: .password(try EmailAddress(ofAnyScript: email)))
    case .passkey: return try reauthenticate(by: .passkey)
    case .provider(let id): return try reauthenticate(by: .provider(IdentityProvider(id)))
    }
  }

  private func reauthenticate(by method: CredentialRequest.Method) throws -> Progress {
    var request = CredentialRequest(method, for: .reauthenticate)
    request.isChosen = true
    return try by(request)
  }
}

extension ReauthenticationMethod {
  package var sendsSMS: Bool {
    if case .phone = self { true } else { false }
  }
}
