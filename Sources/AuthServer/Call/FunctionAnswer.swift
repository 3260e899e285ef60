import Essentials
import IdentityToolkit

/// A function's answer about an account or a message.
struct FunctionAnswer: Sendable {
  /// The account, address or number that the function was asked about.
  let subject: String
  private let record: JSONValue
  private let fields: [Substring]
  private let customClaims: CustomClaims?
  /// Claims for this session only: a JSON object as text.
  let sessionClaims: String?
  /// What the function wants in place of reCAPTCHA's result: `ALLOW` or `BLOCK`.
  let recaptchaOverride: String?

  /// - Parameter text: An object whose `userRecord` has the values that its `updateMask` names.
  init(_ text: JSONValue, about subject: String) throws(ServerError) {
    self.subject = subject
    recaptchaOverride = text["recaptchaActionOverride"]?.string
    record = text["userRecord"] ?? .object([])
    let mask = record["updateMask"]?.string ?? ""
    guard record.members?.isEmpty == true || !mask.isEmpty else {
      throw .blockingFunction("Response UserRecord is missing updateMask.")
    }
    fields = mask.split(separator: ",")
    customClaims = try Self.claims("customClaims", of: record, fields)
    sessionClaims = try Self.claims("sessionClaims", of: record, fields)?.stored
  }

  var changesAccount: Bool {
    !Set(fields).isDisjoint(with: [
      "displayName", "photoUrl", "photoURL", "disabled", "emailVerified", "customClaims",
    ])
  }

  func apply(to account: inout Account) {
    for field in fields {
      let value = record[String(field)]
      switch field {
      case "displayName": account.displayName = value?.string
      // The SDKs of Node and Python write the second one.
      case "photoUrl", "photoURL": account.photoURL = value?.string
      case "disabled": account.isDisabled = value == true
      case "emailVerified": account.isEmailVerified = value == true
      case "customClaims": account.customAttributes = customClaims?.stored
      default: break
      }
    }
  }

  private static func claims(
    _ name: String, of record: JSONValue, _ fields: [Substring]
  ) throws(ServerError) -> CustomClaims? {
    guard fields.contains(name[...]), let value = record[name], value != .null else { return nil }
    return try CustomClaims(value)
  }
}

extension ServerError {
  /// Returns the error for a function that refused or did not answer correctly.
  static func blockingFunction(_ detail: String, httpStatus: Int = 400) -> ServerError {
    ServerError(
      .blockingFunctionErrorResponse, "((\(detail)))", httpStatus: httpStatus,
      status: httpStatus == 400 ? nil : "INTERNAL")
  }
}
