import CommandKit
import Crypto
import Essentials
import HTTP

/// The file that takes a TOTP secret from its enrollment to the scripts that need codes: bare Base32, one line, or
/// an otpauth URL where its codes are not the usual ones.
enum TOTPSecretFile {
  /// What makes codes of the secret in the file at `path`; `-` is standard input.
  ///
  /// An otpauth URL is understood too, as other apps export secrets in that form. It may stand in other text, and a bare
  /// secret behind a name: `TOTP_SECRET="…"`.
  static func read(_ path: String, _ input: FileInput) throws(Diagnosis) -> TOTP {
    let text = try input.text(of: path)
    let name = FileInput.name(of: path)
    if text.allSatisfy(\.isWhitespace) { throw refusal("\(name) is empty") }
    let urls = urls(in: text)
    if urls.count > 1 { throw refusal("\(name) contains several otpauth URLs") }
    if let url = urls.first { return try secret(ofURL: url, in: name) }
    guard let secret = Base32.decode(bare(text)), !secret.isEmpty else {
      throw refusal("\(name) does not contain a Base32 secret")
    }
    return TOTP(secret: secret)
  }

  private static func secret(ofURL url: String, in name: Text) throws(Diagnosis) -> TOTP {
    let kind = url.prefix { $0 != "?" }.split(separator: "/").prefix(2).joined(separator: "/")
      .asciiLowercased()
    switch kind {
    case "otpauth-migration:/offline":
      guard let export = AuthenticatorExport(url: url), let secret = export.secrets.first else {
        throw refusal("\(name) does not contain an export of Google Authenticator that usher can read")
      }
      guard export.secrets.count == 1 else {
        throw refusal("\(name) contains the secrets of \(export.secrets.count) accounts: export one of them")
      }
      return secret
    case "otpauth:/hotp": throw refusal("\(name) contains a secret for codes by counter (HOTP), not by time")
    case "otpauth:/steam": throw refusal("\(name) contains a secret of Steam, whose codes are not digits")
    default:
      guard let secret = TOTP(otpauth: url) else {
        throw refusal("\(name) does not contain a valid otpauth URL")
      }
      return secret
    }
  }

  /// The otpauth URLs, without what surrounds them. One that has the text to itself may contain spaces and quotes.
  private static func urls(in text: String) -> Set<String> {
    let schemes = ["otpauth:", "otpauth-migration:"]
    let lines = text.split(whereSeparator: \.isNewline)
    if lines.count == 1, schemes.contains(where: lines[0].asciiLowercased().hasPrefix) {
      return [String(lines[0])]
    }
    return Set(
      text.split { $0.isWhitespace || "\"'`<>".contains($0) }.compactMap { word in
        let word = String(word)
        let lower = word.asciiLowercased()
        guard let start = schemes.compactMap({ lower.firstRange(of: $0)?.lowerBound }).min() else {
          return nil
        }
        return String(word.dropFirst(lower.distance(from: lower.startIndex, to: start)))
      })
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
      hint: "the file must contain the secret in Base32 on one line, or an otpauth URL", retry: .newInput)
  }
}

extension TOTP {
  /// Reads `otpauth://totp/LABEL?secret=…`; what the URL leaves out is as everybody has it.
  fileprivate init?(otpauth url: String) {
    let halves = url.split(separator: "?", maxSplits: 1)
    guard halves.count == 2, halves[0].asciiLowercased().hasPrefix("otpauth://totp/"),
      let items = FormEncoding.decode(String(halves[1])),
      Set(items.map(\.name)).count == items.count
    else { return nil }
    func value(_ name: String) -> String? { items.first { $0.name == name }?.value }

    guard let secret = value("secret").flatMap(Base32.decode), !secret.isEmpty,
      let algorithm = Algorithm(named: value("algorithm") ?? "SHA1"),
      let digits = Int(value("digits") ?? "6"), (6...8).contains(digits),
      let period = Int64(value("period") ?? "30"), (1...86_400).contains(period)
    else { return nil }
    self.init(secret: secret, algorithm: algorithm, digits: digits, period: period)
  }
}

extension TOTP.Algorithm {
  fileprivate init?(named name: String) {
    // Android's libraries say HmacSHA1.
    switch name.asciiUppercased().replacing("HMAC", with: "").replacing("-", with: "") {
    case "SHA1": self = .sha1
    case "SHA256": self = .sha256
    case "SHA512": self = .sha512
    default: return nil
    }
  }
}
