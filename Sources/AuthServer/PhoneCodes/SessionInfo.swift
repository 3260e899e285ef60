import Essentials

/// A client's identifier for a phone session.
///
/// It is opaque to the client, and holds a row and a secret.
struct SessionInfo: Sendable, Equatable {
  static let secretSize = 24

  let row: Int64
  let secret: [UInt8]

  init(row: Int64, secret: [UInt8]) {
    self.row = row
    self.secret = secret
  }

  init?(_ text: String) {
    guard let bytes = Base64URL.decode(text), bytes.count == 8 + Self.secretSize else { return nil }
    row = Int64(bitPattern: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    secret = Array(bytes.dropFirst(8))
  }

  var text: String {
    Base64URL.encode(withUnsafeBytes(of: row.bigEndian) { Array($0) } + secret)
  }
}
