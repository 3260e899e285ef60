/// A text with placeholders in braces.
struct MessageTemplate: Sendable {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  /// Replaces the placeholders with `values`.
  ///
  /// It does not replace braces inside a value, such as an address.
  func filled(with values: [String: String]) -> String {
    var filled = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      let name = rest[rest.index(after: start)..<end]
      filled += rest[..<start] + (values[String(name)] ?? "")
      rest = rest[rest.index(after: end)...]
    }
    return filled + rest
  }
}
