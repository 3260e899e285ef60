import Essentials
import IdentityToolkit

extension Auth {
  /// Makes `credential` another way in to the current account.
  ///
  /// An anonymous account keeps its uid and stops being anonymous.
  /// - Throws: `AuthError.providerAlreadyLinked` before anything is sent; `.credentialAlreadyInUse` with a
  ///   credential that signs in to the other account instead.
  package func link(with credential: AuthCredential) throws(AuthError) -> User {
    guard let current = currentUser else { throw .noCurrentUser }
    if current.providers.contains(credential.providerID) {
      throw .providerAlreadyLinked(credential.providerID)
    }
    return try attach(credential) { .link(idToken: $0) }
  }

  /// Replaces the current account's phone number.
  package func updatePhoneNumber(_ credential: PhoneAuthCredential) throws(AuthError) -> User {
    try attach(.phone(credential)) { .update(idToken: $0) }
  }

  private func attach(
    _ credential: AuthCredential, _ purpose: (String) -> CredentialExchange.Purpose
  ) throws(AuthError) -> User {
    let purpose = purpose(try idToken().text)
    let answer = try endingSession { () throws(AuthError) in
      try CredentialExchange(backend: backend, purpose: purpose)(credential)
    }
    guard case .signedIn(let user, _) = try result(of: answer) else {
      throw .malformedAnswer(status: 200, reason: "a second factor for a link")
    }
    replaceCurrentUser(user)
    return user
  }

  /// Takes a way in away from the current account.
  package func unlink(fromProvider provider: String) throws(AuthError) -> User {
    guard let current = currentUser else { throw .noCurrentUser }
    guard current.providers.contains(provider) else { throw .noSuchProvider(provider) }
    var request = UpdateAccount.Request(idToken: try idToken().text)
    request.deleteProvider = [provider]
    return try update(request)
  }
}
