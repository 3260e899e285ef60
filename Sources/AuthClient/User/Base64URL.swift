import Essentials

/// Base64 in the URL alphabet, with or without padding, as JWTs use it.
enum Base64URL {
  static func decode(_ text: some StringProtocol) -> Data? {
    var standard = text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: byte
      }
    }
    while standard.count % 4 != 0 { standard.append(UInt8(ascii: "=")) }
    return Data(base64Encoded: Data(standard))
  }
}
