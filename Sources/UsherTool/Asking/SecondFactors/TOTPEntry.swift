import Crypto
import Essentials
import HTTP

/// An account in a file of TOTP secrets.
struct TOTPEntry: Hashable {
  enum Kind: Equatable {
    case time(TOTP)
    /// Codes by counter (HOTP).
    case counter
    case steam
    /// A kind that only a few apps have, by its name.
    case other(String)
    /// An otpauth URL that is not valid.
    case notValid
    /// An algorithm, a number of digits or a period that usher does not have.
    case unusual
    /// A word or a password, rather than a secret.
    case short
  }

  /// The issuer and the account, as in an otpauth URL; empty if the file names neither.
  var label: String
  var kind: Kind
  /// What its codes are made of, also where usher cannot make them; nil if it cannot be read.
  var secret: [UInt8]?

  init(issuer: String?, account: String?, _ kind: Kind, secret: [UInt8]? = nil) {
    var parts = [issuer, account].compactMap { $0 }.filter { !$0.isEmpty }
    // Many apps write the issuer before the account, too.
    if parts.count == 2, parts[1].hasPrefix(parts[0] + ":") { parts.removeFirst() }
    label = parts.joined(separator: ":")
    self.kind = kind
    if case .time(let totp) = kind { self.secret = totp.secret } else { self.secret = secret }
  }

  /// Reads an otpauth URL of one account.
  init(otpauth url: String) {
    let halves = url.split(separator: "?", maxSplits: 1)
    let path = halves.first?.split(separator: "/", maxSplits: 2) ?? []
    let name = path.dropFirst(2).first.flatMap { FormEncoding.decodeSegment(String($0)) }
    let items = halves.dropFirst().first.flatMap { FormEncoding.decode(String($0)) }
    let kind: Kind =
      switch path.prefix(2).joined(separator: "/").asciiLowercased() {
      case "otpauth:/hotp": .counter
      case "otpauth:/steam": .steam
      default: items.flatMap { TOTP(otpauth: halves[0], $0) }.map(Kind.time) ?? .notValid
      }
    let secret = items?.first { $0.name == "secret" }.flatMap { Base32.decode($0.value) }
    self.init(
      issuer: items?.first { $0.name == "issuer" }?.value, account: name, kind,
      secret: secret?.isEmpty == false ? secret : nil)
  }

  /// The label if it can be shown. In a URL that is damaged, the secret can stand where the name should.
  var shownLabel: String? {
    guard !label.isEmpty, kind != .notValid else { return nil }
    let small = label.asciiLowercased()
    var hidden = ["secret", "otpauth:"]
    // Its first letters, because a label may be cut.
    if let secret { hidden.append(Base32.encode(secret.prefix(10)).asciiLowercased()) }
    return hidden.contains { small.firstRange(of: $0) != nil } ? nil : label
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(secret)
  }

  /// Whether usher could make its codes; a secret for codes of another kind is not what anybody wants to use here.
  var isByTime: Bool {
    switch kind {
    case .time, .notValid, .unusual: true
    case .counter, .steam, .other, .short: false
    }
  }
}

extension TOTP {
  /// Reads `otpauth://totp/LABEL` and the items after it; what they leave out is as everybody has it.
  fileprivate init?(otpauth address: Substring, _ items: [QueryItem]) {
    guard address.asciiLowercased().hasPrefix("otpauth://totp/"),
      Set(items.map(\.name)).count == items.count
    else { return nil }
    // Some apps write null for what is as everybody has it.
    func value(_ name: String) -> String? {
      items.first { $0.name == name }.flatMap { $0.value == "null" ? nil : $0.value }
    }

    guard let secret = value("secret").flatMap(Base32.decode), !secret.isEmpty,
      let algorithm = Algorithm(named: value("algorithm") ?? "SHA1"),
      let digits = Int64(value("digits") ?? "6"), let period = Int64(value("period") ?? "30")
    else { return nil }
    self.init(secret, algorithm, digits: digits, period: period)
  }

  /// Returns nil for codes that usher does not make.
  init?(_ secret: [UInt8], _ algorithm: Algorithm, digits: Int64, period: Int64) {
    guard !secret.isEmpty, (6...8).contains(digits), (1...86_400).contains(period) else { return nil }
    self.init(secret: secret, algorithm: algorithm, digits: Int(digits), period: period)
  }
}

extension TOTP.Algorithm {
  init?(named name: String) {
    // Android's libraries say HmacSHA1.
    switch name.asciiUppercased().replacing("HMAC", with: "").replacing("-", with: "") {
    case "SHA1": self = .sha1
    case "SHA256": self = .sha256
    case "SHA512": self = .sha512
    default: return nil
    }
  }
}
