/// A text in which words in braces stand for what it is about.
struct MessageTemplate: Sendable {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  /// The text with `values` by their names. What a value holds is not looked into: an address may have braces.
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
