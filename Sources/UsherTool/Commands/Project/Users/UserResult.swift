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
  var line: Text {
    let names = [email, phone, displayName].compactMap(\.self)
    let words = ([uid] + names).map { Text(verbatim: SafeText.brief($0)) }
    let marks: [Text] = (disabled ? [Text("disabled")] : []) + (mfa.isEmpty ? [] : ["second factor"])
    return (words + marks).joined(separator: "  ")
  }

  /// All of it for people, a line for each thing that there is.
  func lines(at now: Date) -> [Text] {
    func text(_ value: String?) -> Text? { value.map { Text(verbatim: SafeText.brief($0)) } }
    var rows: [(name: Text, value: Text?)] = [
      (Text("uid"), text(uid)),
      (
        Text("email"),
        email.map { emailVerified ? Text("\($0), verified").brief : Text("\($0), not verified").brief }
      ),
      (Text("phone"), text(phone)), (Text("name"), text(displayName)), (Text("photo"), text(photoURL)),
      (Text("providers"), providers.isEmpty ? nil : text(providers.joined(separator: ", "))),
      (Text("claims"), claims.map { Text(verbatim: SafeText.line($0.text)) }),
      (Text("disabled"), disabled ? Text("yes") : nil),
    ]
    rows += mfa.map { (Text("factor"), Text("\($0.title), id \($0.id)").brief) }
    rows += passkeys.map { (Text("passkey"), Text("\($0.title), id \($0.credentialID)").brief) }
    rows += [
      (Text("created"), text(createdAt?.timeOfDay(asOf: now))),
      ("signed in", text(lastSignInAt?.timeOfDay(asOf: now))),
    ]
    let shown = rows.compactMap { name, value in value.map { (name: name, value: $0) } }
    return Text.rows(shown, alignedWith: rows.map(\.name))
  }
}
