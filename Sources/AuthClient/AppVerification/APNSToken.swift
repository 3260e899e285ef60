/// The token by which pushes find a device.
package struct APNSToken: Equatable, Sendable {
  package let bytes: [UInt8]
  package let kind: AuthAPNSTokenType

  package init(bytes: [UInt8], kind: AuthAPNSTokenType) {
    self.bytes = bytes
    self.kind = kind
  }

  /// Upper-case hexadecimal, as the service takes it.
  package var text: String {
    let digits = Array("0123456789ABCDEF".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

/// Which of Apple's push services a token is for.
public enum AuthAPNSTokenType: Sendable {
  case prod
  case sandbox
}
