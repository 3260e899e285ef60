/// The word that a message on standard error begins with.
enum MessageLabel: String {
  case error, warning

  /// The word alone is in colour: what follows may come from elsewhere.
  func text(inColor: Bool) -> String {
    let word = rawValue + ":"
    guard inColor else { return word }
    let style =
      switch self {
      case .error: "1;31"
      case .warning: "33"
      }
    return "\u{1B}[\(style)m\(word)\u{1B}[0m"
  }
}
