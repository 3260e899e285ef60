/// What a mailed link is for.
package struct OobRequestType: EnumName, Hashable, Sendable {
  package var rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package static let names = [
    "OOB_REQ_TYPE_UNSPECIFIED", "PASSWORD_RESET", "OLD_EMAIL_AGREE", "NEW_EMAIL_ACCEPT", "VERIFY_EMAIL",
    "RECOVER_EMAIL", "EMAIL_SIGNIN", "VERIFY_AND_CHANGE_EMAIL", "REVERT_SECOND_FACTOR_ADDITION",
  ]

  package static let passwordReset = OobRequestType(rawValue: "PASSWORD_RESET")
  package static let emailSignIn = OobRequestType(rawValue: "EMAIL_SIGNIN")
  package static let verifyEmail = OobRequestType(rawValue: "VERIFY_EMAIL")
  package static let verifyAndChangeEmail = OobRequestType(rawValue: "VERIFY_AND_CHANGE_EMAIL")
  /// Sent by the server after an address was changed; no client can ask for it.
  package static let recoverEmail = OobRequestType(rawValue: "RECOVER_EMAIL")
  /// Sent by the server after a second factor was enrolled; no client can ask for it.
  package static let revertSecondFactorAddition = OobRequestType(
    rawValue: "REVERT_SECOND_FACTOR_ADDITION")

  package static let known: [OobRequestType] = [
    passwordReset, emailSignIn, verifyEmail, verifyAndChangeEmail, recoverEmail, revertSecondFactorAddition,
  ]
}
