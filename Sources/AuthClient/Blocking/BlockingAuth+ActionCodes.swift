package import IdentityToolkit

extension BlockingAuth {
  /// Sends an e-mail with a sign-in link. The caller keeps the address for `signIn`.
  package func sendSignInLink(
    toEmail email: String, settings: ActionCodeSettings
  ) throws(AuthFailure) {
    var settings = settings
    settings.handleCodeInApp = true
    var request = SendOobCode.Request(.emailSignIn)
    request.email = email
    try send(request, settings)
  }

  /// Sends an e-mail with a link that sets a new password.
  package func sendPasswordReset(
    withEmail email: String, settings: ActionCodeSettings?
  ) throws(AuthFailure) {
    var request = SendOobCode.Request(.passwordReset)
    request.email = email
    try send(request, settings)
  }

  /// Sends an e-mail with a link that verifies the current user's address.
  package func sendEmailVerification(settings: ActionCodeSettings?) throws(AuthFailure) {
    let request = SendOobCode.Request(.verifyEmail)
    try send(showingToken: request, settings)
  }

  /// Sends an e-mail to `newEmail` with a link that verifies it and makes it the current user's address.
  package func sendEmailVerification(
    beforeUpdatingEmail newEmail: String, settings: ActionCodeSettings?
  ) throws(AuthFailure) {
    var request = SendOobCode.Request(.verifyAndChangeEmail)
    request.newEmail = newEmail
    try send(showingToken: request, settings)
  }

  private func send(
    showingToken request: SendOobCode.Request, _ settings: ActionCodeSettings?
  ) throws(AuthFailure) {
    try showingToken { current throws(AuthFailure) in
      var request = request
      request.idToken = current.tokens.idToken.text
      try send(request, settings)
    }
  }

  private func send(_ request: SendOobCode.Request, _ settings: ActionCodeSettings?) throws(AuthFailure) {
    var request = request
    settings?.fill(&request)
    request.clientType = .web
    request.tenantId = backend.tenant
    _ = try call(SendOobCode.self, request, for: .getOobCode)
  }

  /// Returns what the code of a link is for, and does not use it up.
  package func checkActionCode(_ code: String) throws(AuthFailure) -> ResetPassword.Response {
    try backend.call(ResetPassword.self, reset(code), tries: Backend.idempotentTries)
  }

  /// Sets a new password, which ends every session of the account. Returns the account's address.
  package func confirmPasswordReset(
    withCode code: String, newPassword: String
  ) throws(AuthFailure) -> String? {
    if newPassword.isEmpty { throw .missingPassword }
    return try backend.call(ResetPassword.self, reset(code, newPassword: newPassword)).email
  }

  private func reset(_ code: String, newPassword: String? = nil) -> ResetPassword.Request {
    var request = ResetPassword.Request(oobCode: code, newPassword: newPassword)
    request.tenantId = backend.tenant
    return request
  }

  /// Applies the code of a link: verifies, changes or restores an address, or unenrolls a second factor.
  package func applyActionCode(_ code: String) throws(AuthFailure) -> UpdateAccount.Response {
    var request = UpdateAccount.Request()
    request.oobCode = code
    request.tenantId = backend.tenant
    return try backend.call(UpdateAccount.self, request)
  }
}
