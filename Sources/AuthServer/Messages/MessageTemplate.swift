/// A text with placeholders in braces.
struct MessageTemplate: Sendable {
  let text: String

  /// Replaces the placeholders with `values`.
  ///
  /// It does not replace braces inside a value, such as an address.
  func filled(with values: [String: String]) -> String {
    var filled = ""
    // Splitting a text into characters would cost more than everything else here.
    var rest = text.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "{")),
      let end = rest[start...].firstIndex(of: UInt8(ascii: "}"))
    {
      let name = rest[rest.index(after: start)..<end]
      filled += Substring(rest[..<start])
      filled += values[String(Substring(name))] ?? ""
      rest = rest[rest.index(after: end)...]
    }
    return filled + Substring(rest)
  }
}
