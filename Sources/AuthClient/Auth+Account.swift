import Essentials
import IdentityToolkit

extension Auth {
  /// The user whose tokens these are, as the server knows it now.
  func lookUp(_ tokens: Tokens) throws(AuthError) -> User {
    let answer = try backend.call(
      Lookup.self, Lookup.Request(idToken: tokens.idToken.text), tries: Backend.idempotentTries)
    guard let users = answer.users, users.count == 1, users[0].localId == tokens.idToken.uid else {
      throw .malformedAnswer(status: 200, reason: "not exactly the token's account")
    }
    return User(record: users[0], tokens: tokens)
  }

  /// Asks the server for the current user's account again.
  package func reload() throws(AuthError) -> User {
    guard let current = currentUser else { throw .noCurrentUser }
    let user = try endingSession { () throws(AuthError) in try lookUp(current.tokens) }
    replaceCurrentUser(user)
    return user
  }

  /// Deletes the current user's account, then signs out.
  /// - Throws: `AuthError.refused` with `CREDENTIAL_TOO_OLD_LOGIN_AGAIN` when the sign-in is not recent.
  package func deleteAccount() throws(AuthError) {
    let token = try idToken()
    try endingSession { () throws(AuthError) in
      _ = try backend.call(
        DeleteAccount.self, DeleteAccount.Request(idToken: token.text, localId: currentUser?.uid))
    }
    signOut()
  }
}
