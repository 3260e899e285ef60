import Essentials
import IdentityToolkit

extension BlockingAuth {
  func lookUp(_ tokens: Tokens) throws(AuthFailure) -> UserRecord {
    let answer = try backend.call(
      Lookup.self, Lookup.Request(idToken: tokens.idToken.text), tries: Backend.idempotentTries)
    guard let users = answer.users, users.count == 1, users[0].localId == tokens.idToken.uid else {
      throw .malformedAnswer(status: 200, reason: "not exactly the token's account")
    }
    return UserRecord(record: users[0], tokens: tokens)
  }

  /// Replaces the user's tokens with those of a change, and loads the account.
  ///
  /// The new tokens count even if the account cannot be loaded, because the old ones may be invalid.
  func goOn(as user: UserRecord, with tokens: Tokens) throws(AuthFailure) -> UserRecord {
    guard tokens.idToken.uid == user.uid else {
      throw .malformedAnswer(status: 200, reason: "another account's token")
    }
    try tokens.idToken.refuseForeign(project: backend.project, tenant: backend.tenant)
    var changed = user
    changed.tokens = tokens
    replaceCurrentUser(changed)
    let found = try endingSession { () throws(AuthFailure) in try lookUp(tokens) }
    replaceCurrentUser(found)
    return found
  }

  /// Loads the current user's account from the server.
  package func reload() throws(AuthFailure) -> UserRecord {
    let user = try showingToken { current throws(AuthFailure) in try lookUp(current.tokens) }
    replaceCurrentUser(user)
    return user
  }

  /// Changes the current account. A new password or address ends the account's other sessions.
  /// - Throws: `AuthFailure.refused` with `CREDENTIAL_TOO_OLD_LOGIN_AGAIN` if the sign-in is not recent.
  package func update(_ change: AccountChange) throws(AuthFailure) -> UserRecord {
    var request = UpdateAccount.Request()
    request.displayName = change.displayName
    request.photoUrl = change.photoURL
    request.email = change.email
    request.password = change.password
    request.deleteAttribute = change.deleteAttributes.isEmpty ? nil : change.deleteAttributes
    return try update(request)
  }

  /// Sends `request`, and loads the account with the new tokens, if there are any.
  func update(_ request: UpdateAccount.Request) throws(AuthFailure) -> UserRecord {
    var request = request
    request.returnSecureToken = true
    let answer = try showingToken { current throws(AuthFailure) in
      request.idToken = current.tokens.idToken.text
      return try backend.call(UpdateAccount.self, request)
    }
    guard let current = currentUser else { throw .noCurrentUser }
    var tokens = current.tokens
    if let idToken = answer.idToken {
      tokens = try Tokens(
        idToken: idToken, refreshToken: answer.refreshToken ?? tokens.refreshToken,
        expiresIn: answer.expiresIn, now: now())
    }
    return try goOn(as: current, with: tokens)
  }

  /// Deletes the current user's account and signs out.
  /// - Throws: `AuthFailure.refused` with `CREDENTIAL_TOO_OLD_LOGIN_AGAIN` if the sign-in is not recent.
  package func deleteAccount() throws(AuthFailure) {
    try showingToken { current throws(AuthFailure) in
      _ = try backend.call(
        DeleteAccount.self,
        DeleteAccount.Request(idToken: current.tokens.idToken.text, localId: current.uid))
    }
    signOut()
  }

  /// Returns the sign-in methods of an address's account; nil with enumeration protection.
  ///
  /// They never include phone numbers.
  package func signInMethods(forEmail email: String) throws(AuthFailure) -> [String]? {
    var request = CreateAuthUri.Request(identifier: email)
    request.tenantId = backend.tenant
    let answer = try backend.call(CreateAuthUri.self, request, tries: Backend.idempotentTries)
    return answer.registered == nil ? nil : answer.signinMethods ?? []
  }
}
