import Essentials
import IdentityToolkit

extension BlockingAuth {
  /// Signs in with `credential`.
  ///
  /// If the account has a second factor, the result contains the resolver, and the user is not signed in yet.
  /// - Throws: `AuthFailure.refused` with the server's code, `.network` if no answer came.
  package func signIn(with credential: ProviderCredential) throws(AuthFailure) -> SignInResult {
    try finish(
      try using(credential.verificationID) { () throws(AuthFailure) in
        try CredentialExchange(auth: self, purpose: .signIn)(credential)
      })
  }

  /// Signs in anonymously. If a provider is linked later, the account keeps its uid.
  package func signInAnonymously() throws(AuthFailure) -> SignInResult {
    if let currentUser, currentUser.isAnonymous {
      return .signedIn(currentUser, AdditionalUserInfo(isNewUser: false, providerID: nil))
    }
    var request = SignUp.Request()
    request.tenantId = backend.tenant
    return try finish(SignInAnswer(try backend.call(SignUp.self, request), isNewUser: true))
  }

  /// Signs in with a token that a service account of the project signed.
  package func signIn(withCustomToken token: String) throws(AuthFailure) -> SignInResult {
    var request = SignInWithCustomToken.Request(token: token)
    request.tenantId = backend.tenant
    let answer = try backend.call(SignInWithCustomToken.self, request)
    return try finish(SignInAnswer(answer, isNewUser: answer.isNewUser, providerID: nil))
  }

  /// Creates an account with an address and a password, and signs in to it.
  package func createUser(withEmail email: String, password: String) throws(AuthFailure) -> SignInResult {
    if email.isEmpty { throw .missingEmail }
    if password.isEmpty { throw .missingPassword }
    var request = SignUp.Request(email: email, password: password)
    request.tenantId = backend.tenant
    let answer = try call(SignUp.self, request, for: .signUpPassword)
    return try finish(SignInAnswer(answer, isNewUser: true))
  }

  private func finish(_ answer: SignInAnswer) throws(AuthFailure) -> SignInResult {
    let result = try result(of: answer)
    if case .signedIn(let user, _) = result { replaceCurrentUser(user) }
    return result
  }

  /// Re-authenticates the signed-in user, who gets new tokens.
  /// - Throws: `AuthFailure.userMismatch` if the credential belongs to another account. The session stays. If the
  ///   service created that account for this call, the account is deleted.
  package func reauthenticate(with credential: ProviderCredential) throws(AuthFailure) -> SignInResult {
    guard let current = currentUser else { throw .noCurrentUser }
    if case .oauth(let credential) = credential { try current.refuseUnlinked(credential.providerID) }
    let answer: SignInAnswer
    do {
      answer = try using(credential.verificationID) { () throws(AuthFailure) in
        try CredentialExchange(auth: self, purpose: .reauthenticate)(credential)
      }
    } catch .refused(let error) where error.code == .userNotFound {
      throw .userMismatch
    }
    if let newcomer = answer.newcomer, newcomer.uid != current.uid {
      takeBack(newcomer)
      throw .userMismatch
    }
    let result = try result(of: answer)
    if case .signedIn(let user, _) = result {
      guard user.uid == current.uid else { throw .userMismatch }
      replaceCurrentUser(user)
    }
    return result
  }

  /// Deletes the account that a re-authentication created.
  ///
  /// Some servers always create an account, and the user could then not link the provider. If the deletion fails, the
  /// caller still gets the mismatch.
  private func takeBack(_ newcomer: IDToken) {
    let request = DeleteAccount.Request(idToken: newcomer.text, localId: newcomer.uid)
    _ = try? backend.call(DeleteAccount.self, request, tries: Backend.idempotentTries)
  }

  /// Loads the user that `answer` signs in, or returns the resolver of the second factor.
  func result(of answer: SignInAnswer) throws(AuthFailure) -> SignInResult {
    guard let idToken = answer.idToken else {
      guard let pending = answer.mfaPendingCredential else {
        throw .malformedAnswer(status: 200, reason: "no ID token")
      }
      let hints = (answer.mfaInfo ?? []).compactMap { EnrolledFactor(enrollment: $0) }
      if hints.isEmpty { throw .malformedAnswer(status: 200, reason: "no second factor to choose") }
      return .secondFactorRequired(
        ResolverRecord(pendingCredential: pending, hints: hints, additional: answer.additional))
    }
    let tokens = try Tokens(
      idToken: idToken, refreshToken: answer.refreshToken, expiresIn: answer.expiresIn, now: now())
    try tokens.idToken.refuseForeign(project: backend.project, tenant: backend.tenant)
    return .signedIn(try lookUp(tokens), answer.additional)
  }
}
