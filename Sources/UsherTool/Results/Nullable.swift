/// A member that is null where it has no value, even in a result that leaves out what it lacks.
package struct Nullable<Content: Codable & Sendable>: Codable, Sendable {
  package var value: Content?

  package init(_ value: Content?) {
    self.value = value
  }

  package init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Content?.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

/// A result, or a part of one, that leaves out what it lacks; others show null.
package protocol OmitsMissing {}
