import Essentials
import IdentityToolkit

extension AccountRecord {
  /// The account's line in a CSV file, with a comma at its end, as `firebase auth:export` writes it.
  ///
  /// Unlike that, it quotes every value that needs it.
  var csvRow: String {
    var fields = [String](repeating: "", count: AccountColumn.count)
    func set(_ column: Int, _ text: String?) { fields[column] = text ?? "" }
    set(AccountColumn.localId, localId)
    set(AccountColumn.email, email)
    set(AccountColumn.emailVerified, (emailVerified ?? false) ? "true" : "false")
    if hashState(in: .csv) == .kept {
      set(AccountColumn.passwordHash, passwordHash?.standardBase64)
      set(AccountColumn.salt, salt?.standardBase64)
    }
    set(AccountColumn.displayName, displayName)
    set(AccountColumn.photoUrl, photoUrl)
    set(AccountColumn.createdAt, createdAt?.text)
    set(AccountColumn.lastLoginAt, lastLoginAt?.text)
    set(AccountColumn.phoneNumber, phoneNumber)
    set(AccountColumn.disabled, disabled.map { $0 ? "true" : "false" })
    set(AccountColumn.customAttributes, customAttributes)
    for (id, column) in AccountColumn.providers {
      guard let info = providerUserInfo?.first(where: { $0.providerId == id }) else { continue }
      set(column, info.rawId)
      set(column + 1, info.email)
      set(column + 2, info.displayName)
      set(column + 3, info.photoUrl)
    }
    var texts = fields.map(\.csvField)
    // A line that begins with a quote is read by RFC 4180 alone, so no value can pass for a column or an account.
    if zip(texts, fields).contains(where: { $0 != $1 }) { texts[0] = fields[0].csvQuoted }
    return texts.map { $0 + "," }.joined() + "\n"
  }

  /// Reads the fields of a line, of which older versions have fewer.
  init(csvFields fields: [String]) {
    func field(_ column: Int) -> String? {
      fields.indices.contains(column) && !fields[column].isEmpty ? fields[column] : nil
    }
    func flag(_ column: Int) -> Bool? { field(column).map { $0.asciiLowercased() == "true" } }
    self.init(localId: field(AccountColumn.localId))
    email = field(AccountColumn.email)
    emailVerified = flag(AccountColumn.emailVerified)
    passwordHash = field(AccountColumn.passwordHash)
    salt = field(AccountColumn.salt)
    displayName = field(AccountColumn.displayName)
    photoUrl = field(AccountColumn.photoUrl)
    createdAt = field(AccountColumn.createdAt).map { DecimalText($0) }
    lastLoginAt = field(AccountColumn.lastLoginAt).map { DecimalText($0) }
    phoneNumber = field(AccountColumn.phoneNumber)
    disabled = flag(AccountColumn.disabled)
    customAttributes = field(AccountColumn.customAttributes)
    providerUserInfo = AccountColumn.providers.compactMap { id, column in
      guard let rawId = field(column) else { return nil }
      var info = ProviderUserInfo(providerId: id, rawId: rawId)
      (info.email, info.displayName, info.photoUrl) = (
        field(column + 1), field(column + 2), field(column + 3)
      )
      return info
    }
  }
}

extension String {
  /// The text as a field of CSV (RFC 4180).
  fileprivate var csvField: String {
    // What could begin JSON or be passed over at the start of a file has quotes, too.
    let isPlain =
      !utf8.contains { "\",\r\n".utf8.contains($0) }
      && !utf8.prefix(1).contains { "{[< \t\u{FEFF}".utf8.contains($0) }
    return isPlain ? self : csvQuoted
  }

  fileprivate var csvQuoted: String { "\"\(replacing("\"", with: "\"\""))\"" }
}
