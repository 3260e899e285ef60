internal import Essentials

/// Lines and bytes from a source, through a memory of fixed size.
struct Input<Source: ByteSource> {
  private let source: Source
  private var memory: [UInt8]
  /// What has come in and was not taken.
  private var unread = 0..<0

  init(_ source: Source, size: Int) {
    self.source = source
    // Not cleared: a page that nothing comes into costs nothing.
    memory = [UInt8](unsafeUninitializedCapacity: size) { $1 = size }
  }

  var isEmpty: Bool { unread.isEmpty }

  /// Waits for more than there is.
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

  /// Takes a line, which ends with CR and LF; both do not belong to it.
  ///
  /// A line has no control characters but tabs: others read a NUL or a bare CR as its end.
  /// - Parameter limit: how long the line may be, with its end; becomes less by that. At most the memory's size.
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

  /// Where the next line begins, as far as that has come in. The first `seen` bytes are known to be of this one.
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

  /// Takes `count` bytes and appends them to `data`.
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
