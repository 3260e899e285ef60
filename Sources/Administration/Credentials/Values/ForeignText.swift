import Essentials

/// Text from files and answers that errors may contain.
enum ForeignText {
  /// Returns `text` in one line, without control characters and secrets, and not longer than `limit` characters.
  static func shown(_ text: String, limit: Int, hiding secrets: [Secret] = []) -> String {
    var line = SafeText.line(text)
    // The control characters go first. Otherwise, they could split a secret. A shorter text is not a real secret.
    for secret in secrets where secret.text.utf8.count >= 6 {
      line = line.split(separator: secret.text, omittingEmptySubsequences: false).joined(
        separator: "[secret]")
    }
    return line.count > limit ? line.prefix(limit - 1) + "…" : line
  }
}
