import Crypto
import Essentials

/// The accounts in what authenticator apps and password managers export as JSON or CSV.
///
/// There is one rule for all of them: a secret is a member or a column with a name of a secret, or a text that is an
/// otpauth URL. What stands beside it says whose it is and how codes are made.
struct TOTPExport {
  private(set) var entries: [TOTPEntry] = []
  /// The app whose encryption hides the accounts.
  private(set) var encryptedBy: String?

  /// Returns nil if `text` is neither JSON nor CSV with a column of secrets.
  init?(_ text: Substring) {
    if "{[".contains(text.first ?? " "), let json = JSONValue(json: text) {
      encryptedBy = Self.encryption(of: json)
      entries = Self.entries(in: json, under: nil)
    } else if let rows = Self.rows(of: text) {
      entries = rows.flatMap { Self.entries(of: $0, under: nil) }
    } else {
      return nil
    }
  }

  private static func encryption(of json: JSONValue) -> String? {
    if json["header"]?["slots"]?.array != nil, json["db"]?.string != nil { return "Aegis" }
    if json["servicesEncrypted"]?.string?.isEmpty == false { return "2FAS" }
    if json["encrypted"]?.bool == true { return "Bitwarden" }
    if json["encryptedData"]?.string != nil, json["kdfParams"] != nil { return "Ente Auth" }
    return nil
  }

  // MARK: - Members

  private static let secretNames: Set = [
    "secret", "totp", "logintotp", "otpauth", "otp", "otpsecret", "totpsecret", "sharedsecretkey",
  ]

  /// The members of an object, or the columns of a row, by the letters of their names.
  ///
  /// An export has thousands of them, so each name is read once.
  private struct Fields {
    let all: [(name: String, value: JSONValue)]
    /// Stratum numbers the kinds. In other apps, numbers stand for the kinds of items.
    let kindNumber: Int64?
    let isRow: Bool
    /// Whether there is an account's secret, so that all the rest is of that account.
    let isAccount: Bool
    private var values: [String: JSONValue] = [:]

    init(_ members: [JSONValue.Member]) {
      self.init(
        members.map { (letters($0.name), $0.value) },
        kindNumber: members.first { $0.name == "Type" }?.value.integer, isRow: false)
    }

    init(_ all: [(name: String, value: JSONValue)], kindNumber: Int64?, isRow: Bool) {
      self.all = all
      self.kindNumber = kindNumber
      self.isRow = isRow
      isAccount = all.contains { name, value in
        secretNames.contains(name) && !isEmpty(value) && (value.string != nil || value.array != nil)
      }
      for (name, value) in all where values[name] == nil && !isEmpty(value) { values[name] = value }
    }

    /// The value of the first of `names` that there is.
    func value(_ names: [String]) -> JSONValue? {
      for name in names { if let value = values[name] { return value } }
      return nil
    }

    /// What 2FAS says of the codes.
    var details: Fields? {
      guard let details = values["otp"]?.members.map(Fields.init), !details.isAccount else { return nil }
      return details
    }
  }

  /// - Parameter parent: The object that `json` is a member of; Aegis has the names there.
  private static func entries(in json: JSONValue, under parent: Fields?) -> [TOTPEntry] {
    switch json {
    case .string(let text): url(in: text).map { [TOTPEntry(otpauth: $0)] } ?? []
    case .array(let elements): elements.flatMap { entries(in: $0, under: nil) }
    case .object(let members): entries(of: Fields(members), under: parent)
    default: []
    }
  }

  private static func entries(of fields: Fields, under parent: Fields?) -> [TOTPEntry] {
    let details = fields.details
    var found: [TOTPEntry] = []
    var others: [JSONValue] = []
    for (name, value) in fields.all {
      if secretNames.contains(name), let own = entry(value, named: name, in: fields, details, under: parent) {
        found.append(own)
      } else {
        others.append(value)
      }
    }
    // 2FAS has an otpauth URL beside the same secret, and says more in the members.
    let secrets = Set(found.compactMap(\.secret))
    return found
      + others.flatMap { entries(in: $0, under: fields) }.filter { other in
        other.secret.map(secrets.contains) != true
      }
  }

  private static func url(in text: String) -> String? {
    text.asciiLowercased().hasPrefix("otpauth://") ? text : nil
  }

  /// Returns the account of `secret`; nil if it is none, such as a password of that name.
  private static func entry(
    _ secret: JSONValue, named name: String, in fields: Fields, _ details: Fields?, under parent: Fields?
  ) -> TOTPEntry? {
    // How codes are made is never said outside, where it could be of another account.
    func value(_ names: [String]) -> JSONValue? { fields.value(names) ?? details?.value(names) }
    func text(_ names: [String]) -> String? { (value(names) ?? parent?.value(names))?.string }

    let issuer = text(issuerNames)
    let title = text(["name", "title", "service"])
    let account = text(["account", "username", "loginusername", "label", "email"])
    func entry(_ kind: TOTPEntry.Kind, _ secret: [UInt8]?) -> TOTPEntry {
      TOTPEntry(
        issuer: issuer ?? title, account: account ?? (issuer == nil ? nil : title), kind, secret: secret)
    }

    if let text = secret.string {
      if let url = url(in: text) {
        let other = TOTPEntry(otpauth: url)
        return entry(other.kind, other.secret)
      }
      if text.asciiLowercased().hasPrefix("steam://") { return entry(.steam, nil) }
    }
    guard let secret = bytes(secret), !secret.isEmpty else { return nil }
    if let other = otherKind(of: fields, details, under: parent, isNamedSecret: name == "secret") {
      return entry(other, secret)
    }
    let algorithm = value(algorithmNames)
    // Other things than accounts have a "secret" or an "otp".
    let isSaid = ["secret", "otp", "sharedsecretkey"].contains(name)
    if isSaid, secret.count < TOTPSecretFile.shortest,
      value(algorithmNames + digitsNames + periodNames + kindNames + issuerNames + ["label"]) == nil
    {
      return entry(.short, secret)
    }
    guard let digits = integer(value(digitsNames) ?? 6), let period = integer(value(periodNames) ?? 30),
      let algorithm = algorithm.map(Self.algorithm) ?? .sha1,
      let totp = TOTP(secret, algorithm, digits: digits, period: period)
    else { return entry(.unusual, secret) }
    return entry(.time(totp), secret)
  }

  private static let issuerNames = ["issuer", "issuerext", "issuerint"]
  private static let algorithmNames = ["algorithm", "algo", "hashingalgorithm"]
  private static let digitsNames = ["digits", "verificationcodelength"]
  private static let periodNames = ["period", "timer", "periodsec", "interval"]
  private static let kindNames = ["type", "tokentype", "kind", "otptype"]

  /// Returns the kind of codes if it is not by time.
  private static func otherKind(
    of fields: Fields, _ details: Fields?, under parent: Fields?, isNamedSecret: Bool
  ) -> TOTPEntry.Kind? {
    if let number = fields.kindNumber {
      let kinds: [Int64: TOTPEntry.Kind?] = [1: .counter, 2: nil, 3: .other("mOTP"), 4: .steam]
      return kinds[number] ?? .other(String(number))
    }
    // Aegis says it outside. What has a secret of its own speaks of that one.
    let outside = parent?.isAccount == true ? nil : parent
    // The type in a row is rather that of an item.
    let isOwn = isNamedSecret && !fields.isRow
    for (place, isOwn) in [(fields, isOwn), (details, isOwn), (outside, false)] {
      let kinds = kindNames.compactMap { place?.value([$0])?.string }
      for name in kinds {
        switch name.asciiLowercased() {
        case "totp": return nil
        case "hotp": return .counter
        case "steam": return .steam
        case "motp", "yandex", "yaotp": return .other(name)
        default: if isOwn { return .other(name) }
        }
      }
    }
    return nil
  }

  private static func isEmpty(_ value: JSONValue) -> Bool { value == .null || value == "" }

  private static func bytes(_ secret: JSONValue) -> [UInt8]? {
    switch secret {
    case .string(let text): return Base32.decode(text)
    // FreeOTP has the bytes of Java, which have a sign.
    case .array(let elements):
      let bytes = elements.compactMap {
        $0.integer.flatMap { (-128...255).contains($0) ? UInt8(truncatingIfNeeded: $0) : nil }
      }
      return bytes.count == elements.count ? bytes : nil
    default: return nil
    }
  }

  private static func integer(_ value: JSONValue) -> Int64? {
    value.integer ?? value.string.flatMap { Int64($0) }
  }

  private static func algorithm(_ value: JSONValue) -> TOTP.Algorithm? {
    if let name = value.string { return TOTP.Algorithm(named: name) }
    let numbered: [Int64: TOTP.Algorithm] = [0: .sha1, 1: .sha256, 2: .sha512]
    return value.integer.flatMap { numbered[$0] }
  }

  private static func letters(_ name: String) -> String {
    // No name that counts is longer, and the rows of a table ask for each again.
    if name.utf8.count > 40 { return "" }
    return String(decoding: name.asciiLowercased().utf8.filter { (0x61...0x7A).contains($0) }, as: UTF8.self)
  }

  // MARK: - Columns

  /// Returns the rows, with the names of the columns; nil if no column is one of secrets.
  private static func rows(of text: Substring) -> [Fields]? {
    guard let header = text.split(whereSeparator: \.isNewline).first,
      let separator = [",", ";", "\t"].first(where: { header.contains($0) }),
      case let table = CSVTable(text, separator: separator), let names = table.rows.first?.map(letters),
      names.contains(where: secretNames.contains)
    else { return nil }
    return table.rows.dropFirst().map { row in
      Fields(zip(names, row).map { ($0, .string($1)) }, kindNumber: nil, isRow: true)
    }
  }
}
