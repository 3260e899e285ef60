/// The action for which a reCAPTCHA Enterprise token was requested.
package struct RecaptchaAction: RawRepresentable, Codable, Hashable, Sendable {
  package var rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package static let sendVerificationCode = RecaptchaAction(rawValue: "sendVerificationCode")
  package static let mfaSMSEnrollment = RecaptchaAction(rawValue: "mfaSmsEnrollment")
  package static let mfaSMSSignIn = RecaptchaAction(rawValue: "mfaSmsSignIn")
}
