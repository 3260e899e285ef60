import IdentityToolkit

extension Call {
  /// Apple's SDK asks this before each phone sign-in, and gives up without an answer.
  func recaptchaConfig(_ request: RecaptchaConfig.Request) throws -> RecaptchaConfig.Response {
    try refuse(tenant: request.tenantId)
    let recaptcha = try projectSettings().recaptcha
    var response = RecaptchaConfig.Response(recaptchaEnforcementState: [
      .init(provider: .emailPassword, enforcementState: recaptcha.emailPassword),
      .init(provider: .phone, enforcementState: recaptcha.phone),
    ])
    if recaptcha.isInUse { response.recaptchaKey = "projects/\(project)/keys/\(siteKey(.enterprise).text)" }
    response.useSmsBotScore = recaptcha.usesSMSBotScore
    response.useSmsTollFraudProtection = recaptcha.usesSMSTollFraudProtection
    return response
  }
}
