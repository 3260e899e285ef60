import IdentityToolkit

extension Call {
  /// Apple's SDK asks this before each phone sign-in, and gives up without an answer.
  func recaptchaConfig(_ request: RecaptchaConfig.Request) throws -> RecaptchaConfig.Response {
    try refuse(tenant: request.tenantId)
    return RecaptchaConfig.Response(
      recaptchaEnforcementState: ["EMAIL_PASSWORD_PROVIDER", "PHONE_PROVIDER"].map {
        RecaptchaConfig.EnforcementState(provider: $0, enforcementState: "OFF")
      })
  }
}
