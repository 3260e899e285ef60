import TerminalIO

extension Context {
  /// Tells whoever has to act, also where they wanted quiet.
  func say(_ text: String) {
    if isInteractive { return terminal.say(text) }
    try? standardError.write(SafeText.line(text) + "\n")
  }
}
