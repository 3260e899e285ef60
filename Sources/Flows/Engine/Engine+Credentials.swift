package import AuthClient
package import IdentityToolkit

extension Engine {
  /// Gets a credential and uses it.
  package func by(_ request: CredentialRequest) throws -> Progress {
    let purpose = request.purpose
    try flow.refuseShadowed(by: purpose)
    if purpose.needsCurrentUser {
      guard let current = try flow.current() else { throw try NotSignedIn(flow) }
      if case .provider(let provider) = request.method { try check(provider, purpose, of: current) }
    }
    let use = CredentialUse(flow, for: purpose, method: request.method.name)
    do {
      // A provider's credential is used once. So it is got again after a re-authentication.
      return try finish(
        purpose == .link
          ? try withRecentSignIn { try asker.signIn(request) { try use.use($0) } }
          : try asker.signIn(request) { try use.use($0) })
    } catch let conflict as AccountConflict {
      guard purpose == .signIn, case .provider(let provider) = request.method,
        let progress = try linking(provider, after: conflict)
      else { throw conflict }
      return progress
    }
  }

  /// Refuses, before anybody is sent anywhere, what the library would refuse afterwards.
  private func check(
    _ provider: IdentityProvider, _ purpose: CredentialPurpose, of session: SavedSession
  ) throws(AuthFailure) {
    if purpose == .link, session.account.providers.contains(provider.id) {
      throw .providerAlreadyLinked(provider.id)
    }
    if purpose == .reauthenticate { try session.user.refuseUnlinked(provider.id) }
  }

  /// Links a new password to the account.
  package func linkPassword(_ email: EmailAddress) throws -> Progress {
    let use = CredentialUse(flow, for: .link, method: "password")
    return try asker.choosePassword(.account(email.text)) { password in
      try withRecentSignIn { try use.use(.password(email: email.text, password: password)) }
    }
  }

  /// Creates an account with a password.
  /// - Parameter isChosen: Whether that was decided on the way.
  package func signUp(_ email: EmailAddress, isChosen: Bool = false) throws -> Progress {
    let use = CredentialUse(flow, for: .signIn, method: "password")
    let progress = try asker.choosePassword(.signUp(email, isChosen: isChosen)) { password in
      try use.signIn { auth throws(AuthFailure) in
        try auth.createUser(withEmail: email.text, password: password)
      }
    }
    if case .signedIn = progress { return progress }
    return try finish(progress)
  }

  /// Signs in a new user, of whom nothing is known.
  package func signInAnonymously() throws -> Progress {
    try signIn(method: "anonymous") { auth throws(AuthFailure) in try auth.signInAnonymously() }
  }

  package func signIn(
    method: String, _ call: (BlockingAuth) throws(AuthFailure) -> SignInResult
  ) throws -> Progress {
    try flow.refuseShadowed(by: .signIn)
    return try finish(try CredentialUse(flow, for: .signIn, method: method).signIn(call))
  }

  /// Another account has the provider's address. Its user signs in to it, and the provider is linked to it. Nil if it is
  /// another conflict, or nobody does that.
  private func linking(_ provider: IdentityProvider, after conflict: AccountConflict) throws -> Progress? {
    guard
      case .accountExistsWithDifferentCredential(let email?, let providers, let credential) = conflict.error,
      let email = try? EmailAddress(email), credential.isReusable,
      asker.mayContinue(after: conflict, at: provider, email)
    else { return nil }
    let told = try flow.auth().signInMethods(forEmail: email.text)
    // Password and link share a provider. If none is named, the account may have any.
    let methods = (providers.isEmpty ? ["password"] : providers).flatMap {
      $0 == "password" ? ["emailLink", $0] : [$0]
    }
    let others = told == nil && providers.isEmpty ? self.providers.filter { $0.id != provider.id } : []
    let progress = try onTheWay.signIn(to: email, methods: told ?? methods, orAt: others)
    guard case .signedIn(let signedIn) = progress else { return progress }
    try asker.tell(signedIn)
    let link = IdentityLink(flow, linking: credential, of: email.text, finishing: conflict.step)
    return try finish(try withRecentSignIn { try link.finish() })
  }
}

extension CredentialRequest.Method {
  /// The name that is saved with a session.
  var name: String {
    switch self {
    case .password: "password"
    case .provider(let provider): ReauthenticationMethod.provider(provider.id).name
    case .passkey: ReauthenticationMethod.passkey.name
    }
  }
}

extension OAuthCredential {
  /// Whether it can be used once more.
  fileprivate var isReusable: Bool { pendingToken != nil || idToken != nil || accessToken != nil }
}
