/// Cuts a stream of bytes into messages, which are lines.
struct MessageLines {
  /// The size of the longest message in bytes.
  static let limit = 1 << 18

  private var rest: [UInt8] = []
  private var isDropping = false

  /// Returns the messages that end in `bytes`; nil for one that is too long, as soon as that is known.
  mutating func add(_ bytes: [UInt8]) -> [[UInt8]?] {
    var messages: [[UInt8]?] = []
    var left = bytes[...]
    while let end = left.firstIndex(of: 0x0A) {
      keep(left[..<end], &messages)
      if !isDropping, !rest.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { messages.append(rest) }
      (rest, isDropping) = ([], false)
      left = left[(end + 1)...]
    }
    keep(left, &messages)
    return messages
  }

  private mutating func keep(_ part: ArraySlice<UInt8>, _ messages: inout [[UInt8]?]) {
    if isDropping { return }
    rest += part
    guard rest.count > Self.limit else { return }
    messages.append(nil)
    (rest, isDropping) = ([], true)
  }
}
