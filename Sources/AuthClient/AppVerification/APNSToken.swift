/// A device token for pushes.
package struct APNSToken: Equatable, Sendable {
  package let bytes: [UInt8]
  package let kind: AuthAPNSTokenType

  package init(bytes: [UInt8], kind: AuthAPNSTokenType) {
    self.bytes = bytes
    self.kind = kind
  }

  /// The token in upper-case hexadecimal digits, as the service expects it.
  package var text: String {
    let digits = Array("0123456789ABCDEF".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

/// The Apple push service that a device token is for.
public enum AuthAPNSTokenType: Sendable {
  /// The production service.
  case prod
  /// The development service.
  case sandbox
}
