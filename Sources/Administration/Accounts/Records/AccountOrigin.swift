import Essentials
import IdentityToolkit

/// A service whose exports of users can be imported.
package enum AccountOrigin: String, CaseIterable, Sendable {
  /// The lines of JSON of a users-exports job, users of the Management API, and the lines of JSON with hashes that
  /// support gives. Auth0 publishes no form of the latter; it is the one that ZITADEL's guide to migrate shows.
  case auth0
  /// Rows of `auth.users` as CSV or JSON, and users of the Admin API.
  case supabase
  /// The CSV of the dashboard, and users of the Backend API.
  case clerk

  /// Something of a user that does not come along.
  package enum Loss: CaseIterable, Sendable {
    /// There is no password hash that Google takes, although the user has a password or no provider.
    case password
    case provider
    case secondFactor
    /// An e-mail address or a number that is not the first one, or a number that is not verified.
    case address
    case username
    case metadata
  }

  /// Returns the account, and what of the user it does not have; nil if there is no ID.
  ///
  /// - Parameter now: The time until which bans are over.
  func account(of user: JSONValue, at now: Date) -> (record: AccountRecord, losses: Set<Loss>)? {
    var account = OriginAccount(user: user)
    switch self {
    case .auth0: account.readAuth0()
    case .supabase: account.readSupabase(at: now)
    case .clerk: account.readClerk()
    }
    let record = account.record
    guard record.localId != nil else { return nil }
    if record.passwordHash != nil {
      account.losses.remove(.password)
    } else if record.email != nil, record.providerUserInfo?.isEmpty != false {
      account.losses.insert(.password)
    }
    return (record, account.losses)
  }
}

/// A user of another service, and what has been read of it.
struct OriginAccount {
  let user: JSONValue
  var record = AccountRecord(localId: nil)
  var losses: Set<AccountOrigin.Loss> = []

  /// Reads the names that services have in common.
  mutating func readProfile(_ profile: JSONValue) {
    let parts = ["given_name", "first_name", "family_name", "last_name"].compactMap { profile.text($0) }
    record.displayName =
      profile.text("full_name") ?? profile.text("name")
      ?? (parts.isEmpty ? nil : parts.joined(separator: " "))
    record.photoUrl = ["picture", "avatar_url", "image_url"].lazy.compactMap { profile.text($0) }.first
  }

  mutating func lose(_ loss: AccountOrigin.Loss, _ names: String...) {
    if names.contains(where: { user.has($0) }) { losses.insert(loss) }
  }

  /// Reads a hash of bcrypt, or one of Firebase that Supabase took over.
  ///
  /// Google takes bcrypt's text as it is, in base64. Supabase's form is that of `supabase/auth`,
  /// `internal/crypto/password.go`.
  mutating func readHash(_ text: String) {
    if text.hasPrefix("$2") {
      record.passwordHash = Data(text.utf8).base64EncodedString()
      record.passwordHashParameters = ["hashAlgorithm": .string(HashAlgorithm.bcrypt.rawValue)]
      return
    }
    let parts = text.split(separator: "$").map(String.init)
    guard parts.count == 4, parts[0] == "fbscrypt" else {
      losses.insert(.password)
      return
    }
    var members: JSONValue = ["hashAlgorithm": .string(HashAlgorithm.scrypt.rawValue)]
    let names = ["n": "memoryCost", "r": "rounds", "ss": "saltSeparator", "sk": "signerKey"]
    for pair in parts[1].split(separator: ",") {
      guard let equals = pair.firstIndex(of: "="), let name = names[String(pair[..<equals])] else { continue }
      let value = String(pair[pair.index(after: equals)...])
      members[name] = Int64(value).map { .integer($0) } ?? .string(value)
    }
    (record.salt, record.passwordHash, record.passwordHashParameters) = (parts[2], parts[3], members)
  }

  /// Adds a provider, if Google knows its users by the same IDs.
  ///
  /// Microsoft's depend on the app, so those users link it again.
  mutating func add(_ provider: String?, id: String?, _ profile: JSONValue?) {
    let word = (provider ?? "").replacing("oauth_", with: "").replacing("-oauth2", with: "")
      .replacing("_oidc", with: "")
    // The services' words for a password.
    if ["auth0", "email"].contains(word) { losses.insert(.password) }
    if ["", "auth0", "email", "phone", "sms"].contains(word) { return }
    let words = ["google", "facebook", "twitter", "github", "apple", "linkedin", "yahoo"]
    guard words.contains(word), let id else {
      losses.insert(.provider)
      return
    }
    var info = ProviderUserInfo(providerId: word + ".com", rawId: id)
    info.email = profile?.text("email") ?? profile?.text("email_address")
    info.displayName = profile?.text("name")
    record.providerUserInfo = (record.providerUserInfo ?? []) + [info]
  }
}

extension JSONValue {
  /// The text or the number of a member, which is not empty.
  func text(_ name: String) -> String? {
    switch self[name] {
    case .string(let text)?: text.isEmpty ? nil : text
    case .integer(let number)?: String(number)
    default: nil
    }
  }

  /// Whether a member has a value: not null, false, or empty.
  func has(_ name: String) -> Bool {
    switch self[name] {
    case nil, .null?, .bool(false)?, .array([])?, .object([])?, .string("")?, .string("{}")?: false
    case .string(let text)?: text.asciiLowercased() != "false"
    default: true
    }
  }

  /// The time of a member, in milliseconds: RFC 3339 or as PostgreSQL writes it, in UTC, or the number itself.
  func time(_ name: String) -> DecimalText? {
    guard let text = text(name) ?? self[name]?.text("$date") else { return nil }
    if Int64(text) != nil { return DecimalText(text) }
    var written = text.replacing(" ", with: "T")
    for zone in ["+00:00", "+0000", "+00"] where written.hasSuffix(zone) {
      written = String(written.dropLast(zone.count)) + "Z"
      break
    }
    return Date(rfc3339: written).map { DecimalText(String(Int64($0.milliseconds))) }
  }

  /// The object of a member, which CSV has as text.
  func object(_ name: String) -> JSONValue? {
    self[name]?.string.flatMap { JSONValue(json: $0) } ?? self[name]
  }
}
