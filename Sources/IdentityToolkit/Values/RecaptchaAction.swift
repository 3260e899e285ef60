/// The action for which a reCAPTCHA Enterprise token was requested.
package struct RecaptchaAction: RawRepresentable, Codable, Hashable, Sendable {
  package var rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  // Google's guide to the integration of reCAPTCHA Enterprise lists these, with the requests that need them.
  package static let signInWithPassword = RecaptchaAction(rawValue: "signInWithPassword")
  package static let signUpPassword = RecaptchaAction(rawValue: "signUpPassword")
  package static let getOobCode = RecaptchaAction(rawValue: "getOobCode")
  package static let sendVerificationCode = RecaptchaAction(rawValue: "sendVerificationCode")
  package static let mfaSMSEnrollment = RecaptchaAction(rawValue: "mfaSmsEnrollment")
  package static let mfaSMSSignIn = RecaptchaAction(rawValue: "mfaSmsSignIn")

  package var isForSMS: Bool { [.sendVerificationCode, .mfaSMSEnrollment, .mfaSMSSignIn].contains(self) }
}
