import IdentityToolkit

/// The project's site key.
struct RecaptchaParamsOperation: Operation {
  typealias Procedure = RecaptchaParams

  let call: Call

  func answer(_ request: EmptyObject) -> RecaptchaParams.Response {
    RecaptchaParams.Response(
      recaptchaSiteKey: Recaptcha(call).siteKey(.v2).text,
      // Nothing uses it any more; old SDKs miss it all the same.
      recaptchaStoken: "This-server-has-no-secure-token-for-reCAPTCHA",
      producerProjectNumber: ProjectNumber(of: call.project).text)
  }
}
