import CommandKit
import Crypto
import Essentials
import HTTP

/// The file that takes a TOTP secret from its enrollment to the scripts that need codes: bare Base32, one line, or
/// an otpauth URL where its codes are not the usual ones.
enum TOTPSecretFile {
  /// What makes codes of the secret in the file at `path`; `-` is standard input.
  ///
  /// An otpauth URL is understood too, as other apps export secrets in that form.
  static func read(_ path: String, _ input: FileInput) throws(Diagnosis) -> TOTP {
    var text = try input.text(of: path)
    if text.last?.isNewline == true { text.removeLast() }
    let name = FileInput.name(of: path)
    if text.isEmpty { throw refusal("\(name) is empty") }
    if text.prefix(8).asciiLowercased() == "otpauth:" {
      guard let totp = TOTP(otpauth: text) else {
        throw refusal("\(name) does not contain a valid otpauth URL")
      }
      return totp
    }
    guard let secret = Base32.decode(text), !secret.isEmpty else {
      throw refusal("\(name) does not contain a Base32 secret")
    }
    return TOTP(secret: secret)
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
    switch name.asciiUppercased() {
    case "SHA1": self = .sha1
    case "SHA256": self = .sha256
    case "SHA512": self = .sha512
    default: return nil
    }
  }
}
