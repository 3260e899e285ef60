/// A 64-bit number, sent as a decimal string.
///
/// Some SDKs send the number itself.
package struct DecimalText: Codable, Hashable, Sendable, ExpressibleByStringLiteral {
  package var text: String

  package init(_ text: String) {
    self.text = text
  }

  package init(stringLiteral value: String) {
    self.init(value)
  }

  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let number = try? value.decode(Int64.self) {
      text = String(number)
    } else {
      text = try value.decode(String.self)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(text)
  }
}
