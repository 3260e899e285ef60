import Essentials

/// The word that a message on standard error begins with.
enum MessageLabel {
  case error, warning

  /// The message with the word before it.
  func line(_ message: String, inColor: Bool, in catalog: Catalog) -> String {
    let line = text(message).in(catalog)
    guard inColor else { return line }
    let style =
      switch self {
      case .error: "1;31"
      case .warning: "33"
      }
    // The word alone is in colour: what follows may come from elsewhere.
    let word = text("").in(catalog).split(separator: " ").joined(separator: " ")
    return "\u{1B}[\(style)m\(word)\u{1B}[0m\(line.dropFirst(word.count))"
  }

  private func text(_ message: String) -> Text {
    switch self {
    case .error: "error: \(message)"
    case .warning: "warning: \(message)"
    }
  }
}
