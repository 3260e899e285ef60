/// What a token of reCAPTCHA Enterprise was asked for.
package struct RecaptchaAction: RawRepresentable, Codable, Hashable, Sendable {
  package var rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package static let sendVerificationCode = RecaptchaAction(rawValue: "sendVerificationCode")
  package static let mfaSMSEnrollment = RecaptchaAction(rawValue: "mfaSmsEnrollment")
  package static let mfaSMSSignIn = RecaptchaAction(rawValue: "mfaSmsSignIn")
}
