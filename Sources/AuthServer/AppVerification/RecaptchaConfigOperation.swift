import IdentityToolkit

/// How far the project requires reCAPTCHA.
struct RecaptchaConfigOperation: Operation {
  typealias Procedure = RecaptchaConfig

  let call: Call

  /// Apple's SDK asks this before each phone sign-in, and gives up without an answer.
  func answer(_ request: RecaptchaConfig.Request) throws -> RecaptchaConfig.Response {
    let recaptcha = try call.projectSettings().recaptcha
    var response = RecaptchaConfig.Response(recaptchaEnforcementState: [
      .init(provider: .emailPassword, enforcementState: recaptcha.emailPassword),
      .init(provider: .phone, enforcementState: recaptcha.phone),
    ])
    if recaptcha.isInUse || !call.policy.serviceAnswers {
      response.recaptchaKey = "projects/\(call.project)/keys/\(Recaptcha(call).siteKey(.enterprise).text)"
    }
    response.useSmsBotScore = recaptcha.usesSMSBotScore
    response.useSmsTollFraudProtection = recaptcha.usesSMSTollFraudProtection
    return response
  }
}
