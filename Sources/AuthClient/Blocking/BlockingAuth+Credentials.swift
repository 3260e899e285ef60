import IdentityToolkit

extension BlockingAuth {
  /// Uses `credential` for `purpose`: signs in, links, updates the phone number or re-authenticates.
  package func use(
    _ credential: ProviderCredential, for purpose: CredentialPurpose
  ) throws(AuthFailure) -> SignInResult {
    switch purpose {
    case .signIn: try signIn(with: credential)
    case .reauthenticate: try reauthenticate(with: credential)
    case .link: try link(with: credential)
    case .update: try attach(credential, for: .update)
    }
  }

  /// Links the provider of `credential` to the current account.
  ///
  /// An anonymous account keeps its uid and is no longer anonymous.
  /// - Throws: `AuthFailure.providerAlreadyLinked` before anything is sent. `.credentialAlreadyInUse` with a credential
  ///   that signs in to the other account.
  package func link(with credential: ProviderCredential) throws(AuthFailure) -> SignInResult {
    guard let current = currentUser else { throw .noCurrentUser }
    if current.providers.contains(credential.providerID) {
      throw .providerAlreadyLinked(credential.providerID)
    }
    return try attach(credential, for: .link)
  }

  /// Replaces the current account's phone number.
  package func updatePhoneNumber(_ credential: PhoneAuthCredential) throws(AuthFailure) -> SignInResult {
    try attach(.phone(credential), for: .update)
  }

  private func attach(
    _ credential: ProviderCredential, for purpose: CredentialPurpose
  ) throws(AuthFailure) -> SignInResult {
    let answer = try using(credential.verificationID) { () throws(AuthFailure) in
      try showingToken { current throws(AuthFailure) in
        try CredentialExchange(auth: self, purpose: purpose, idToken: current.tokens.idToken.text)(credential)
      }
    }
    guard let current = currentUser else { throw .noCurrentUser }
    guard let newToken = answer.idToken else {
      throw .malformedAnswer(status: 200, reason: "a second factor for a link")
    }
    let tokens = try Tokens(
      idToken: newToken, refreshToken: answer.refreshToken, expiresIn: answer.expiresIn, now: now())
    return .signedIn(try goOn(as: current, with: tokens), answer.additional)
  }

  /// Unlinks a provider from the current account.
  package func unlink(fromProvider provider: String) throws(AuthFailure) -> UserRecord {
    guard let current = currentUser else { throw .noCurrentUser }
    guard current.providers.contains(provider) else { throw .noSuchProvider(provider) }
    var request = UpdateAccount.Request()
    request.deleteProvider = [provider]
    return try update(request)
  }
}
