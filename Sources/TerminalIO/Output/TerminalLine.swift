/// What a line of a terminal is told to do while it is written again and again.
package enum TerminalLine {
  /// Empties the line, and goes back to its beginning.
  package static let clear = "\r\u{1B}[K"
}
