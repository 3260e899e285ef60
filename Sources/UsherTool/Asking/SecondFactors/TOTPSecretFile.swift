import CommandKit
import Crypto
import Essentials
import HTTP

/// The file that takes a TOTP secret from its enrollment to the scripts that need codes: bare Base32, one line, or
/// an otpauth URL where its codes are not the usual ones.
enum TOTPSecretFile {
  /// What makes codes of the secret in the file at `path`; `-` is standard input.
  ///
  /// An otpauth URL and the exports of other apps are understood too. A URL may stand in other text, and a bare secret
  /// behind a name: `TOTP_SECRET="…"`.
  static func read(_ path: String, _ input: FileInput) throws(Diagnosis) -> TOTP {
    let data = try input.data(of: path)
    let name = FileInput.name(of: path)
    // Stratum was called Authenticator Pro.
    if ["AUTHENTICATORPRO", "AuthenticatorPro"].contains(where: { data.starts(with: $0.utf8) }) {
      throw encrypted(name, by: "Stratum")
    }
    let text = try FileInput.text(Array(data), named: name)
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if start.isEmpty { throw refusal("\(name) is empty") }
    if let export = TOTPExport(start) {
      if let entry = try only(of: export.entries, in: name) { return try secret(of: entry, in: name) }
      if let app = export.encryptedBy { throw encrypted(name, by: app) }
    }
    if let entry = try only(of: entries(in: text, name), in: name) { return try secret(of: entry, in: name) }
    // JSON that is cut off has nothing bare.
    let isJSON = "{[".contains(start.first ?? " ")
    if !isJSON, let entry = try only(of: calledSecret(in: text), in: name) {
      return try secret(of: entry, in: name)
    }
    guard !isJSON, let secret = Base32.decode(bare(text)), !secret.isEmpty else {
      throw refusal("\(name) does not contain a Base32 secret")
    }
    guard secret.count >= shortest else { throw short(name) }
    return TOTP(secret: secret)
  }

  /// Returns the account whose codes are by time, or the first if there is none; nil if there are no accounts.
  private static func only(of entries: [TOTPEntry], in name: Text) throws(Diagnosis) -> TOTPEntry? {
    var known: Set<TOTPEntry> = []
    let byTime = entries.filter { entry in
      guard entry.isByTime else { return false }
      var codes = entry
      codes.label = ""
      return known.insert(codes).inserted || entry.secret == nil
    }
    guard byTime.count > 1 else { return byTime.first ?? entries.first }
    var labels = byTime.prefix(mostNamed).enumerated().map { index, entry in
      entry.shownLabel.map { SafeText.line($0.clipped(to: 80)) } ?? "#\(index + 1)"
    }
    if byTime.count > mostNamed { labels.append("…") }
    throw Diagnosis(
      .badTOTPSecret,
      "\(name) contains the secrets of \(byTime.count) accounts: \(labels.joined(separator: ", "))",
      hint: "the file must contain one: export that account alone, or copy its otpauth URL or its secret")
  }

  /// How many accounts a message names.
  private static let mostNamed = 10

  private static func secret(of entry: TOTPEntry, in name: Text) throws(Diagnosis) -> TOTP {
    switch entry.kind {
    case .time(let totp): return totp
    case .counter: throw refusal("\(name) contains a secret for codes by counter (HOTP), not by time")
    case .steam: throw refusal("\(name) contains a secret of Steam, whose codes are not digits")
    case .other(let kind):
      // What is as long as a secret may be one.
      guard kind.utf8.count < 16 else { throw refusal("\(name) contains a secret for codes of another kind") }
      throw refusal("\(name) contains a secret for codes of another kind (\(SafeText.line(kind)))")
    case .short: throw short(name)
    case .notValid: throw refusal("\(name) does not contain a valid otpauth URL")
    case .unusual:
      throw refusal(
        "\(name) contains a secret with an algorithm, digits or a period that usher does not have")
    }
  }

  private static func encrypted(_ name: Text, by app: String) -> Diagnosis {
    Diagnosis(
      .badTOTPSecret, "\(name) is an encrypted export of \(app)",
      hint: "export it without encryption, or copy the account's secret from the app")
  }

  private static func entries(in text: String, _ name: Text) throws(Diagnosis) -> [TOTPEntry] {
    var entries: [TOTPEntry] = []
    for url in urls(in: text) {
      guard url.asciiLowercased().hasPrefix("otpauth-migration:") else {
        entries.append(TOTPEntry(otpauth: url))
        continue
      }
      guard let export = AuthenticatorExport(url: url), !export.entries.isEmpty else {
        throw refusal("\(name) does not contain an export of Google Authenticator that usher can read")
      }
      entries += export.entries
    }
    return entries
  }

  /// The otpauth URLs, without what surrounds them. One that has the text to itself may contain spaces and quotes.
  private static func urls(in text: String) -> [String] {
    let schemes = ["otpauth:", "otpauth-migration:"]
    let lines = text.split(whereSeparator: \.isNewline)
    if lines.count == 1, schemes.contains(where: lines[0].asciiLowercased().hasPrefix),
      lines[0].asciiLowercased().ranges(of: "otpauth").count == 1
    {
      return [String(lines[0])]
    }
    var seen: Set<String> = []
    // HTML writes an ampersand as an entity.
    return text.replacing("&amp;", with: "&").split { $0.isWhitespace || "\"'`<>".contains($0) }
      .flatMap { word in
        urls(inWord: Array(word.utf8), schemes)
      }.filter { seen.insert($0).inserted }
  }

  private static func urls(inWord word: [UInt8], _ schemes: [String]) -> [String] {
    let small = word.map(\.asciiLowercased)
    let starts = small.indices.filter { index in
      schemes.contains { small[index...].starts(with: $0.utf8) }
    }
    let comma = word.firstIndex(of: UInt8(ascii: ",")) ?? word.endIndex
    return zip(starts, starts.dropFirst() + [word.endIndex]).map { start, end in
      let url = word[start..<end]
      // In a line of CSV, the next field follows.
      let isField = comma < start || end < word.endIndex
      let text = String(decoding: isField ? url.prefix { $0 != UInt8(ascii: ",") } : url, as: UTF8.self)
      // In the address of a picture, it is escaped as a whole.
      let isEscaped = !text.contains("?") && text.asciiLowercased().firstRange(of: "%3f") != nil
      return isEscaped ? FormEncoding.decodeSegment(text) ?? text : text
    }
  }

  /// The secrets that prose or a table calls so, such as `Your new secret key is: …`.
  private static func calledSecret(in text: String) -> [TOTPEntry] {
    var before: [String] = []
    var found: Set<String> = []
    for word in text.split(whereSeparator: { !$0.isASCII || !$0.isLetter && !$0.isNumber }) {
      let isSecret =
        word.utf8.count >= 16
        && word.utf8.allSatisfy { byte in
          (0x41...0x5A).contains(byte) || (0x32...0x37).contains(byte)
        }
      if isSecret, before.contains(where: ["secret", "seed", "totp", "otp", "2fa"].contains),
        found.count < 300
      {
        found.insert(String(word))
      }
      before = before.suffix(3) + [word.asciiLowercased()]
    }
    return found.sorted().compactMap { word in
      Base32.decode(word).map { TOTPEntry(issuer: nil, account: nil, .time(TOTP(secret: $0))) }
    }
  }

  /// How many bytes a secret has at least; what is shorter is rather a word or a password.
  static let shortest = 10

  private static func short(_ name: Text) -> Diagnosis {
    refusal("\(name) does not contain a Base32 secret of at least 16 letters")
  }

  /// A secret without the name and the quotes around it.
  private static func bare(_ text: String) -> String {
    var text = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    while text.last?.isWhitespace == true { text.removeLast() }
    if let mark = text.firstIndex(where: { "=:".contains($0) }),
      text[mark...].contains(where: { !"=:".contains($0) })
    {
      text = text[text.index(after: mark)...]
    }
    return text.filter { !"\"'`,;".contains($0) }.replacing("\u{A0}", with: " ")
  }

  private static func refusal(_ message: Text) -> Diagnosis {
    Diagnosis(
      .badTOTPSecret, message,
      hint: "the file must contain the secret in Base32 on one line, an otpauth URL, or an app's export")
  }
}
