internal import Essentials

/// A reader of lines and bytes from a source, with a buffer of fixed size.
struct Input<Source: ByteSource> {
  private let source: Source
  private var memory: [UInt8]
  /// The bytes that arrived and were not read yet.
  private var unread = 0..<0

  init(_ source: Source, size: Int) {
    self.source = source
    // The buffer is not cleared, so unused pages cost nothing.
    memory = [UInt8](unsafeUninitializedCapacity: size) { $1 = size }
  }

  var isEmpty: Bool { unread.isEmpty }

  /// Waits for more bytes.
  mutating func receive() throws(ReceiveFailure) {
    if unread.isEmpty {
      unread = 0..<0
    } else if unread.upperBound == memory.count {
      memory.replaceSubrange(0..<unread.count, with: Array(memory[unread]))
      unread = 0..<unread.count
    }
    let count = memory.withUnsafeMutableBytes { [source, end = unread.upperBound] memory in
      source.receive(into: UnsafeMutableRawBufferPointer(rebasing: memory[end...]))
    }
    guard count > 0 else { throw .ended }
    unread = unread.lowerBound..<unread.upperBound + count
  }

  /// Reads a line that ends with CR and LF, and returns it without them.
  ///
  /// A line must not have control characters except tabs: some parsers end a line at a NUL or a bare CR.
  /// - Parameter limit: The maximum length of the line with its end, at most the buffer's size. It is reduced by the
  ///   length.
  mutating func line(within limit: inout Int, else tooLong: Refusal) throws(ReceiveFailure) -> String {
    var seen = 0
    while true {
      if let end = try end(ofLineAfter: seen) {
        let length = end - unread.lowerBound
        guard length <= limit else { throw .refused(tooLong) }
        limit -= length
        defer { unread = end..<unread.upperBound }
        return String(decoding: memory[unread.lowerBound..<end - 2], as: UTF8.self)
      }
      seen = unread.count
      guard seen < limit else { throw .refused(tooLong) }
      try receive()
    }
  }

  /// Returns the beginning of the next line, if it has arrived.
  ///
  /// The first `seen` bytes belong to this line.
  private func end(ofLineAfter seen: Int) throws(ReceiveFailure) -> Int? {
    var previous = seen == 0 ? 0 : memory[unread.lowerBound + seen - 1]
    for index in unread.dropFirst(seen) {
      let byte = memory[index]
      guard (byte == UInt8(ascii: "\n")) == (previous == UInt8(ascii: "\r"))
      else { throw .refused(.malformed("line end")) }
      if byte == UInt8(ascii: "\n") { return index + 1 }
      guard byte >= 0x20 && byte != 0x7F || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
      else { throw .refused(.malformed("control character")) }
      previous = byte
    }
    return nil
  }

  /// Reads `count` bytes and appends them to `data`.
  mutating func take(_ count: Int, into data: inout Data) throws(ReceiveFailure) {
    var left = count
    while left > 0 {
      if unread.isEmpty { try receive() }
      let piece = unread.prefix(left)
      data.append(contentsOf: memory[piece])
      left -= piece.count
      unread = piece.upperBound..<unread.upperBound
    }
  }
}
