/// Quotes text for shells.
enum ShellWords {
  /// Puts `text` in single quotes, unless bash and zsh read it as one plain word.
  static func quoted(_ text: String) -> String {
    isPlain(text)
      ? text
      : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// Puts `text` in single quotes for fish.
  static func fish(_ text: String) -> String {
    isPlain(text) ? text : "'" + escaped(text, "\\'") + "'"
  }

  /// Puts a backslash before each of the characters in `special`.
  static func escaped(_ text: String, _ special: String) -> String {
    text.reduce(into: "") { $0 += special.contains($1) ? "\\\($1)" : "\($1)" }
  }

  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./+,".contains($0)) }
  }
}
