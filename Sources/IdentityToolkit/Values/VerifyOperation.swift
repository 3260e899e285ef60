/// What a confirmed phone number is for.
package struct VerifyOperation: EnumName, Hashable, Sendable {
  package var rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package static let names = ["VERIFY_OP_UNSPECIFIED", "SIGN_UP_OR_IN", "REAUTH", "UPDATE", "LINK"]

  package static let signUpOrIn = VerifyOperation(rawValue: "SIGN_UP_OR_IN")
  package static let reauthenticate = VerifyOperation(rawValue: "REAUTH")
  package static let link = VerifyOperation(rawValue: "LINK")
  package static let update = VerifyOperation(rawValue: "UPDATE")
}
