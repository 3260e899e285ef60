/// Text as the shells read it back.
enum ShellWords {
  /// In single quotes where bash or zsh would not take `text` as one plain word.
  static func quoted(_ text: String) -> String {
    isPlain(text)
      ? text
      : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// In single quotes as fish reads them.
  static func fish(_ text: String) -> String {
    isPlain(text) ? text : "'" + escaped(text, "\\'") + "'"
  }

  /// With a backslash before each of `special`.
  static func escaped(_ text: String, _ special: String) -> String {
    text.reduce(into: "") { $0 += special.contains($1) ? "\\\($1)" : "\($1)" }
  }

  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./+,".contains($0)) }
  }
}
