import IdentityToolkit

/// The operation that returns how far the project requires reCAPTCHA.
struct RecaptchaConfigOperation: Operation {
  typealias Procedure = RecaptchaConfig

  let call: Call

  /// Apple's SDK calls this before each phone sign-in, and fails without an answer.
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

/// The operation that returns the project's site key.
struct RecaptchaParamsOperation: Operation {
  typealias Procedure = RecaptchaParams

  let call: Call

  func answer(_ request: EmptyObject) -> RecaptchaParams.Response {
    RecaptchaParams.Response(
      recaptchaSiteKey: Recaptcha(call).siteKey(.v2).text,
      // Nothing uses this value any more, but old SDKs fail without it.
      recaptchaStoken: "This-server-has-no-secure-token-for-reCAPTCHA",
      producerProjectNumber: ProjectNumber(of: call.project).text)
  }
}
