import IdentityToolkit

extension BlockingAuth {
  /// Starts the enrollment of a passkey for the current user.
  /// - Parameter name: The account's name in the authenticator's list.
  package func startPasskeyEnrollment(
    name: String? = nil
  ) throws(AuthFailure) -> PasskeyRegistrationRequest {
    let answer = try showingToken { current throws(AuthFailure) in
      var request = StartPasskeyEnrollment.Request(idToken: current.tokens.idToken.text)
      request.tenantId = backend.tenant
      return try backend.call(StartPasskeyEnrollment.self, request)
    }
    return try PasskeyRegistrationRequest(answer.credentialCreationOptions, name: name)
  }

  /// Enrolls the passkey that an authenticator made for the current user, who gets new tokens.
  package func enroll(
    _ registration: PasskeyRegistration, name: String?
  ) throws(AuthFailure) -> UserRecord {
    let answer = try showingToken { current throws(AuthFailure) in
      var request = FinalizePasskeyEnrollment.Request(
        idToken: current.tokens.idToken.text,
        authenticatorRegistrationResponse: AuthenticatorAnswer(registration), name: name)
      request.tenantId = backend.tenant
      return try backend.call(FinalizePasskeyEnrollment.self, request)
    }
    guard let current = currentUser else { throw .noCurrentUser }
    guard let idToken = answer.idToken else {
      throw .malformedAnswer(status: 200, reason: "no ID token")
    }
    let tokens = try Tokens(
      idToken: idToken, refreshToken: answer.refreshToken ?? current.tokens.refreshToken,
      expiresIn: answer.expiresIn, now: now())
    return try goOn(as: current, with: tokens)
  }

  package func unenroll(passkey id: String) throws(AuthFailure) -> UserRecord {
    var request = UpdateAccount.Request()
    request.deletePasskey = [id]
    return try update(request)
  }

  package func startPasskeySignIn() throws(AuthFailure) -> PasskeyAssertionRequest {
    var request = StartPasskeySignIn.Request()
    request.tenantId = backend.tenant
    return try PasskeyAssertionRequest(
      try backend.call(StartPasskeySignIn.self, request).credentialRequestOptions)
  }
}
