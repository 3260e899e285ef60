import Crypto
import Essentials

/// The accounts in what authenticator apps and password managers export as JSON or CSV.
///
/// There is one rule for all of them: a secret is a member or a column with a name of a secret, or an otpauth URL in any
/// text. What stands beside it says whose it is and how codes are made.
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
      entries = rows.flatMap { Self.entries(in: $0, under: nil) }
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

  /// - Parameter parent: The object that `json` is a member of; Aegis has the names there.
  private static func entries(in json: JSONValue, under parent: JSONValue?) -> [TOTPEntry] {
    switch json {
    case .string(let text): return url(in: text).map { [TOTPEntry(otpauth: $0)] } ?? []
    case .array(let elements): return elements.flatMap { entries(in: $0, under: nil) }
    case .object(let members):
      let (secrets, others) = members.reduce(into: ([TOTPEntry](), [JSONValue]())) { found, member in
        let name = letters(member.name)
        if secretNames.contains(name), let own = entry(member.value, named: name, in: json, under: parent) {
          found.0.append(own)
        } else {
          found.1.append(member.value)
        }
      }
      // 2FAS has an otpauth URL beside the same secret, and says more in the members.
      return secrets
        + others.flatMap { entries(in: $0, under: json) }.filter { other in
          !secrets.contains { $0.secret != nil && $0.secret == other.secret }
        }
    default: return []
    }
  }

  private static func url(in text: String) -> String? {
    text.asciiLowercased().hasPrefix("otpauth://") ? text : nil
  }

  /// Returns the account of `secret`; nil if it is none, such as a password of that name.
  private static func entry(
    _ secret: JSONValue, named name: String, in object: JSONValue, under parent: JSONValue?
  ) -> TOTPEntry? {
    let inner = object.members?.map(\.value).filter { $0.members != nil } ?? []
    let places = [object] + inner + [parent].compactMap(\.self)
    func value(_ names: [String]) -> JSONValue? {
      for place in places {
        for name in names {
          let found = place.members?.first { letters($0.name) == name && !isEmpty($0.value) }
          if let found { return found.value }
        }
      }
      return nil
    }
    func text(_ names: [String]) -> String? { value(names)?.string }

    let issuer = text(["issuer", "issuerext", "issuerint"])
    let title = text(["name", "title", "service"])
    let account = text(["account", "username", "loginusername", "label", "email"])
    func entry(_ kind: TOTPEntry.Kind) -> TOTPEntry {
      TOTPEntry(issuer: issuer ?? title, account: account ?? (issuer == nil ? nil : title), kind)
    }

    if let text = secret.string {
      if let url = url(in: text) { return entry(TOTPEntry(otpauth: url).kind) }
      if text.asciiLowercased().hasPrefix("steam://") { return entry(.steam) }
    }
    guard let secret = bytes(secret), !secret.isEmpty else { return nil }
    if let other = otherKind(in: object, inner, under: parent, isNamedSecret: name == "secret") {
      return entry(other)
    }
    let algorithm = value(["algorithm", "algo", "hashingalgorithm"])
    guard let digits = integer(value(["digits", "verificationcodelength"]) ?? 6),
      let period = integer(value(["period", "timer", "periodsec", "interval"]) ?? 30),
      let algorithm = algorithm.map(Self.algorithm) ?? .sha1,
      let totp = TOTP(secret, algorithm, digits: digits, period: period)
    else { return entry(.unusual) }
    return entry(.time(totp))
  }

  /// Returns the kind of codes if it is not by time.
  private static func otherKind(
    in object: JSONValue, _ inner: [JSONValue], under parent: JSONValue?, isNamedSecret: Bool
  ) -> TOTPEntry.Kind? {
    // Stratum numbers the kinds. In other apps, numbers stand for the kinds of items.
    if let number = object["Type"]?.integer {
      let kinds: [Int64: TOTPEntry.Kind?] = [1: .counter, 2: nil, 3: .other("mOTP"), 4: .steam]
      return kinds[number] ?? .other(String(number))
    }
    for (place, isOwn) in ([object] + inner).map({ ($0, isNamedSecret) }) + [(parent ?? .null, false)] {
      let names = ["type", "tokentype", "kind", "otptype"]
      let kind = place.members?.first { names.contains(letters($0.name)) && $0.value.string != nil }
      switch kind?.value.string.map({ ($0, $0.asciiLowercased()) }) {
      case (_, "totp")?: return nil
      case (_, "hotp")?: return .counter
      case (_, "steam")?: return .steam
      case (let name, let lower)? where isOwn || ["motp", "yandex", "yaotp"].contains(lower):
        return .other(name)
      default: break
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
    String(decoding: name.asciiLowercased().utf8.filter { (0x61...0x7A).contains($0) }, as: UTF8.self)
  }

  // MARK: - Columns

  /// Returns each row as an object, with the names of the columns; nil if no column is one of secrets.
  private static func rows(of text: Substring) -> [JSONValue]? {
    guard let header = text.split(whereSeparator: \.isNewline).first,
      let separator = [",", ";", "\t"].first(where: { header.contains($0) }),
      case let table = CSVTable(text, separator: separator), let names = table.rows.first,
      names.contains(where: { secretNames.contains(letters($0)) })
    else { return nil }
    return table.rows.dropFirst().map { row in
      .object(zip(names, row).map { JSONValue.Member($0, .string($1)) })
    }
  }
}
