import Essentials

/// Header fields in order.
///
/// Their names are not case-sensitive.
package struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  package struct Field: Sendable, Equatable {
    package var name: String
    package var value: String
  }

  package private(set) var fields: [Field] = []

  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0, value: $1) }
  }

  /// The first field called `name`.
  ///
  /// Setting replaces all fields with this name, and nil removes them.
  package subscript(name: String) -> String? {
    get { fields.first { $0.name.hasBytes(ofAnyCase: name) }?.value }
    set {
      fields.removeAll { $0.name.hasBytes(ofAnyCase: name) }
      if let newValue { fields.append(Field(name: name, value: newValue)) }
    }
  }

  /// Returns the values of all fields called `name`, in order.
  package func values(of name: String) -> [String] {
    fields.filter { $0.name.hasBytes(ofAnyCase: name) }.map(\.value)
  }

  /// Adds a field and keeps others with the same name.
  ///
  /// `Set-Cookie` and `Vary` may need this.
  package mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }
}
