/// A device that receives a local server's pushes: a program on this machine that listens.
///
/// Its app token has the form of Apple's, 32 bytes in upper-case hexadecimal: a mark, the address family, the port, and
/// 16 secret random bytes. It does not contain an address, so a token can only name loopback and a path below
/// `pathPrefix`.
package struct LoopbackDevice: Equatable, Sendable {
  package enum Host: UInt8, Sendable {
    /// 127.0.0.1
    case v4 = 4
    /// ::1
    case v6 = 6
  }

  package let host: Host
  package let port: UInt16
  package let secret: [UInt8]

  /// The beginning of the path of every such listener.
  package static let pathPrefix = "/usher/push/"
  package static let secretSize = 16

  /// - Parameter secret: 16 random bytes.
  /// - Returns: Nil for a port below 1024, or for a secret of another size.
  package init?(host: Host = .v4, port: UInt16, secret: [UInt8]) {
    guard port >= 1024, secret.count == Self.secretSize else { return nil }
    self.host = host
    self.port = port
    self.secret = secret
  }

  /// Returns nil for a token of another form, such as a real device's.
  package init?(appToken: String) {
    guard let bytes = Self.bytes(ofHex: appToken), bytes.count == Self.mark.count + 3 + Self.secretSize,
      bytes.starts(with: Self.mark)
    else { return nil }
    let rest = bytes.dropFirst(Self.mark.count)
    let fields = Array(rest.prefix(3))
    guard let host = Host(rawValue: fields[0]) else { return nil }
    self.init(
      host: host, port: UInt16(fields[1]) << 8 | UInt16(fields[2]), secret: Array(rest.dropFirst(3)))
  }

  package var appToken: String { Self.hex(bytes) }

  package var bytes: [UInt8] {
    Self.mark + [host.rawValue, UInt8(port >> 8), UInt8(port & 0xFF)] + secret
  }

  /// Scheme, host and port, such as `http://127.0.0.1:40001`.
  package var origin: String {
    switch host {
    case .v4: "http://127.0.0.1:\(port)"
    case .v6: "http://[::1]:\(port)"
    }
  }

  package var path: String { Self.path(ofSecret: secret) }

  /// Returns the path for a secret.
  ///
  /// A listener needs it before it has a port.
  package static func path(ofSecret secret: [UInt8]) -> String { pathPrefix + hex(secret) }

  private static let mark = Array("usher-push-v1".utf8)
  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func hex(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static func bytes(ofHex text: String) -> [UInt8]? {
    let nibbles = text.utf8.prefix(65).compactMap { digits.firstIndex(of: $0) }
    guard nibbles.count == 64, text.utf8.count == 64 else { return nil }
    return stride(from: 0, to: 64, by: 2).map { UInt8(nibbles[$0] << 4 | nibbles[$0 + 1]) }
  }
}
