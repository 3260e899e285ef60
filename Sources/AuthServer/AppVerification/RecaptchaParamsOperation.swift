import IdentityToolkit

/// The project's site key.
struct RecaptchaParamsOperation: Operation {
  typealias Procedure = RecaptchaParams

  let call: Call

  func answer(_ request: EmptyObject) -> RecaptchaParams.Response {
    RecaptchaParams.Response(
      recaptchaSiteKey: Recaptcha(call).siteKey(.v2).text,
      producerProjectNumber: ProjectNumber(of: call.project).text)
  }
}
