/// The purpose of a mailed link.
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
  /// The server sends this after a change of address.
  ///
  /// Clients cannot request it.
  package static let recoverEmail = OobRequestType(rawValue: "RECOVER_EMAIL")
  /// The server sends this after the enrollment of a second factor.
  ///
  /// Clients cannot request it.
  package static let revertSecondFactorAddition = OobRequestType(
    rawValue: "REVERT_SECOND_FACTOR_ADDITION")

  package static let known: [OobRequestType] = [
    passwordReset, emailSignIn, verifyEmail, verifyAndChangeEmail, recoverEmail, revertSecondFactorAddition,
  ]
}
