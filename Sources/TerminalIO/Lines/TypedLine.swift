/// Puts together one line from what a terminal in line mode delivers.
struct TypedLine {
  /// A terminal keeps this many bytes of a line and silently drops the rest.
  static let terminalLimit = 4095

  private var bytes: [UInt8] = []
  /// Bytes since the last end of line, marks included.
  private var lineLength = 0
  private var paste: PastedText?

  /// - Parameter start: what was read of the line before.
  init(_ start: String = "") {
    bytes = Array(start.utf8)
  }

  /// Adds one read's bytes; empty is the end of input (Ctrl-D ends a read, twice in mid-line the input).
  ///
  /// Returns the line once it is whole, without its end; a bracketed paste in it is one line of its own.
  mutating func take(_ chunk: some Collection<UInt8>) throws(TerminalError) -> String? {
    if chunk.isEmpty {
      if bytes.isEmpty && paste == nil { throw .endOfInput }
      return try text()
    }
    for byte in chunk {
      let isLineEnd = byte == UInt8(ascii: "\n")
      // The one sign of dropped bytes there is.
      if isLineEnd && lineLength >= Self.terminalLimit { throw .lineTooLong }
      lineLength = isLineEnd ? 0 : lineLength + 1
      if try takePasted(byte) { continue }
      if isLineEnd { return try text() }
      takeTyped(byte)
    }
    return nil
  }

  /// False when nothing is being pasted.
  private mutating func takePasted(_ byte: UInt8) throws(TerminalError) -> Bool {
    guard var pasted = paste else { return false }
    // One owner at a time, or every byte would copy all before it.
    paste = nil
    if try pasted.take(byte) {
      bytes += try pasted.line().utf8
    } else {
      paste = pasted
    }
    return true
  }

  private mutating func takeTyped(_ byte: UInt8) {
    bytes.append(byte)
    if dropSuffix(BracketedPaste.begin) { paste = PastedText() }
    // Of a paste that began before the prompt.
    dropSuffix(BracketedPaste.end)
  }

  @discardableResult private mutating func dropSuffix(_ mark: String) -> Bool {
    guard bytes.suffix(mark.utf8.count).elementsEqual(mark.utf8) else { return false }
    bytes.removeLast(mark.utf8.count)
    return true
  }

  /// What there is of it.
  func text() throws(TerminalError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
    return try text + (paste?.line() ?? "")
  }
}
