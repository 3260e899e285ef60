import IdentityToolkit

extension Call {
  /// Apple's SDK asks this before each phone sign-in, and gives up without an answer.
  func recaptchaConfig(_ request: RecaptchaConfig.Request) throws -> RecaptchaConfig.Response {
    try refuse(tenant: request.tenantId)
    return RecaptchaConfig.Response(
      recaptchaEnforcementState: [.emailPassword, .phone].map {
        RecaptchaConfig.ProviderState(provider: $0, enforcementState: .off)
      })
  }
}
