import AuthClient
import IdentityToolkit
import TerminalIO

/// An account of the local server in a result.
struct LocalUserResult: Codable, Sendable {
  var uid: String
  var email: String?
  var emailVerified: Bool
  var phone: String?
  var displayName: String?
  var disabled: Bool
  var providers: [String]
  /// Custom claims.
  var claims: JSONValue?
  var mfa: [FactorResult]

  private enum CodingKeys: String, CodingKey {
    case uid, email
    case emailVerified = "email_verified"
    case phone
    case displayName = "display_name"
    case disabled, providers, claims, mfa
  }

  init(_ record: AccountRecord) {
    let account = Account(record, signInProvider: "")
    uid = record.localId ?? ""
    email = account.email
    emailVerified = account.isEmailVerified
    phone = account.phoneNumber
    displayName = account.displayName
    disabled = record.disabled ?? false
    providers = account.providers
    claims = record.customAttributes.flatMap { JSONValue(json: $0) }
    mfa = account.factors.map(FactorResult.init)
  }

  /// For people.
  var line: String {
    let names = [email, phone, displayName].compactMap(\.self)
    let marks = (disabled ? ["disabled"] : []) + (mfa.isEmpty ? [] : ["second factor"])
    return ([uid] + names + marks).map(SafeText.line).joined(separator: "  ")
  }
}
