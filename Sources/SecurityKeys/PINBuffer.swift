internal import CFIDO2

/// A PIN as C reads it. Its memory is wiped after use.
enum PINBuffer {
  /// Calls `body` with a copy of the PIN, or with nil if there is none.
  static func with<Result>(_ pin: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    guard let pin else { return body(nil) }
    let size = pin.utf8.count + 1
    let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: size)
    buffer.initialize(repeating: 0, count: size)
    defer {
      cfido2_wipe(buffer, size)
      buffer.deallocate()
    }
    for (index, byte) in pin.utf8.enumerated() { buffer[index] = CChar(bitPattern: byte) }
    return body(buffer)
  }
}
