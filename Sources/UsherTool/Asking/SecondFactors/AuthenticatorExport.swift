import Crypto
import Essentials
import HTTP

/// What Google Authenticator exports as a QR code: `otpauth-migration://offline?data=…`, with a message of Protocol
/// Buffers in base64.
///
/// Google has not published the message. Its fields are those that other apps import: 1 is an account, with 1 the secret,
/// 2 the account's name, 3 the issuer, 4 the algorithm, 5 how many digits, and 6 whether its codes are by counter (1) or by time (2).
struct AuthenticatorExport {
  /// The accounts in the order of the app.
  let entries: [TOTPEntry]

  /// Returns nil for what is not such an export, and for accounts that usher cannot make codes for.
  init?(url: String) {
    guard
      let data = FormEncoding.decode(String(url.split(separator: "?", maxSplits: 1).last ?? ""))?
        .first(where: { $0.name == "data" })?.value,
      // A plus sign that nobody escaped has become a space.
      let bytes = Base64URL.decode(anyForm: data.replacing(" ", with: "+")), let message = Message(bytes[...])
    else { return nil }
    var entries: [TOTPEntry] = []
    for account in message.fields where account.number == 1 {
      guard let account = Message(account.bytes) else { return nil }
      var kind = TOTPEntry.Kind.counter
      if account.number(6) != 1 {
        guard let secret = TOTP(exported: account) else { return nil }
        kind = .time(secret)
      }
      entries.append(TOTPEntry(issuer: account.text(3), account: account.text(2), kind))
    }
    self.entries = entries
  }

  /// A message of Protocol Buffers: the fields as they follow each other.
  fileprivate struct Message {
    /// A field of a number, or of bytes.
    typealias Field = (number: UInt64, value: UInt64, bytes: ArraySlice<UInt8>)

    var fields: [Field] = []

    init?(_ bytes: ArraySlice<UInt8>) {
      var rest = bytes
      while !rest.isEmpty {
        guard let tag = Self.varint(&rest), let value = Self.varint(&rest) else { return nil }
        switch tag & 7 {
        case 0: fields.append((tag >> 3, value, []))
        case 2 where value <= UInt64(rest.count):
          fields.append((tag >> 3, 0, rest.prefix(Int(value))))
          rest = rest.dropFirst(Int(value))
        default: return nil
        }
      }
    }

    func number(_ field: UInt64) -> UInt64 { fields.last { $0.number == field }?.value ?? 0 }

    func text(_ field: UInt64) -> String? {
      fields.last { $0.number == field }.flatMap { String(validating: $0.bytes, as: UTF8.self) }
    }

    private static func varint(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
      var value: UInt64 = 0
      for shift in stride(from: 0, through: 63, by: 7) {
        guard let byte = rest.popFirst() else { return nil }
        value |= UInt64(byte & 0x7F) << UInt64(shift)
        if byte < 0x80 { return value }
      }
      return nil
    }
  }
}

extension TOTP {
  fileprivate init?(exported account: AuthenticatorExport.Message) {
    let algorithms: [UInt64: Algorithm] = [0: .sha1, 1: .sha1, 2: .sha256, 3: .sha512]
    let digits: [UInt64: Int] = [0: 6, 1: 6, 2: 8]
    guard let secret = account.fields.last(where: { $0.number == 1 })?.bytes, !secret.isEmpty,
      let algorithm = algorithms[account.number(4)], let digits = digits[account.number(5)]
    else { return nil }
    self.init(secret: Array(secret), algorithm: algorithm, digits: digits)
  }
}

/// The rows of a CSV file of RFC 4180, whose texts in quotes may have several lines.
struct CSVTable {
  private(set) var rows: [[String]] = []

  init(_ text: Substring, separator: Character) {
    let separator = separator.asciiValue
    var row: [String] = []
    var field: [UInt8] = []
    var isInQuotes = false
    var rest = Array(text.utf8)[...]
    func isLineEnd(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\"") where isInQuotes && rest.first == byte: field.append(rest.removeFirst())
      case UInt8(ascii: "\"") where isInQuotes || field.isEmpty: isInQuotes.toggle()
      case separator where !isInQuotes:
        row.append(String(decoding: field, as: UTF8.self))
        field = []
      case _ where isLineEnd(byte) && !isInQuotes:
        if !row.isEmpty || !field.isEmpty { rows.append(row + [String(decoding: field, as: UTF8.self)]) }
        (row, field) = ([], [])
      default: field.append(byte)
      }
    }
    if !row.isEmpty || !field.isEmpty { rows.append(row + [String(decoding: field, as: UTF8.self)]) }
  }
}
