import HTTP

/// The RPC `recaptchaParams`, which returns the site key for reCAPTCHA v2 on a web page.
package enum RecaptchaParams: RPC {
  package static let route = RPCRoute(
    .identityToolkit, .get, "v1/recaptchaParams", legacyName: "getRecaptchaParam")

  package struct Response: Codable, Equatable, Sendable {
    package var kind: String?
    package var recaptchaSiteKey: String?
    package var recaptchaStoken: String?
    package var producerProjectNumber: String?

    package init(recaptchaSiteKey: String?, recaptchaStoken: String? = nil, producerProjectNumber: String?) {
      kind = "identitytoolkit#GetRecaptchaParamResponse"
      self.recaptchaSiteKey = recaptchaSiteKey
      self.recaptchaStoken = recaptchaStoken
      self.producerProjectNumber = producerProjectNumber
    }
  }
}
