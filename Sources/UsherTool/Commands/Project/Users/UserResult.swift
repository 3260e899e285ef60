import AuthClient
import Essentials
import IdentityToolkit

/// An account of the project, as a result.
struct UserResult: CommandResult {
  var uid: String
  var email: String?
  var emailVerified: Bool
  var phone: String?
  var displayName: String?
  var photoURL: String?
  var disabled: Bool
  var providers: [String]
  /// The custom claims.
  var claims: JSONValue?
  var mfa: [FactorResult]
  var passkeys: [PasskeyInfo]
  var createdAt: Date?
  var lastSignInAt: Date?

  private enum CodingKeys: String, CodingKey {
    case uid, email
    case emailVerified = "email_verified"
    case phone
    case displayName = "display_name"
    case photoURL = "photo_url"
    case disabled, providers, claims, mfa, passkeys
    case createdAt = "created_at"
    case lastSignInAt = "last_sign_in_at"
  }

  init(_ record: AccountRecord) {
    let account = Account(record, signInProvider: "")
    uid = record.localId ?? ""
    email = account.email
    emailVerified = account.isEmailVerified
    phone = account.phoneNumber
    displayName = account.displayName
    photoURL = account.photoURL
    disabled = record.disabled ?? false
    providers = account.providers
    claims = record.customAttributes.flatMap { JSONValue(json: $0) }
    mfa = account.factors.map(FactorResult.init)
    passkeys = account.passkeys ?? []
    createdAt = account.createdAt
    lastSignInAt = account.lastSignInAt
  }

  /// A one-line summary for people.
  var line: String {
    let names = [email, phone, displayName].compactMap(\.self)
    let marks = (disabled ? ["disabled"] : []) + (mfa.isEmpty ? [] : ["second factor"])
    return ([uid] + names + marks).map(SafeText.line).joined(separator: "  ")
  }

  /// All of it for people, a line for each thing that there is.
  func lines(at now: Date) -> [String] {
    var lines: [String] = []
    func add(_ name: String, _ value: String?) {
      if let value { lines.append(name.padded(to: 11) + SafeText.line(value)) }
    }
    add("uid", uid)
    add("email", email.map { $0 + (emailVerified ? ", verified" : ", not verified") })
    add("phone", phone)
    add("name", displayName)
    add("photo", photoURL)
    add("providers", providers.isEmpty ? nil : providers.joined(separator: ", "))
    add("claims", claims?.text)
    add("disabled", disabled ? "yes" : nil)
    for factor in mfa { add("factor", "\(factor.title), id \(factor.id)") }
    for passkey in passkeys { add("passkey", "\(passkey.title), id \(passkey.credentialID)") }
    add("created", createdAt?.timeOfDay(asOf: now))
    add("signed in", lastSignInAt?.timeOfDay(asOf: now))
    return lines
  }
}
