/// Puts together one line from what a terminal in line mode delivers.
struct TypedLine {
  /// A terminal keeps this many bytes of a line and silently drops the rest.
  static let terminalLimit = 4095
  /// A paste may have many lines, but not for ever.
  static let pasteLimit = 65536

  private var bytes: [UInt8] = []
  /// Bytes since the last end of line, marks included.
  private var lineLength = 0
  private var isInsidePaste = false

  /// Adds one read's bytes; empty is the end of input (Ctrl-D ends a read, twice in mid-line the input).
  ///
  /// Returns the line once it is whole, without its end and without the marks of a bracketed paste. Inside
  /// such a paste an end of line is a space.
  mutating func take(_ chunk: some Collection<UInt8>) throws(TerminalError) -> String? {
    if chunk.isEmpty {
      if bytes.isEmpty { throw .endOfInput }
      return try text()
    }
    for byte in chunk {
      if byte == UInt8(ascii: "\n") {
        // The one sign of dropped bytes there is.
        if lineLength >= Self.terminalLimit { throw .lineTooLong }
        if !isInsidePaste { return try text() }
        bytes.append(UInt8(ascii: " "))
        lineLength = 0
      } else {
        append(byte)
        lineLength += 1
      }
    }
    if bytes.count > Self.pasteLimit { throw .lineTooLong }
    return nil
  }

  private mutating func append(_ byte: UInt8) {
    bytes.append(byte)
    if dropSuffix("\u{1B}[200~") { isInsidePaste = true }
    if dropSuffix("\u{1B}[201~") { isInsidePaste = false }
  }

  private mutating func dropSuffix(_ mark: String) -> Bool {
    guard bytes.suffix(mark.utf8.count).elementsEqual(mark.utf8) else { return false }
    bytes.removeLast(mark.utf8.count)
    return true
  }

  private func text() throws(TerminalError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
    return text
  }
}
