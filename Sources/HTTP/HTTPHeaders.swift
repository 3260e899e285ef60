import Essentials

/// Header fields in order; names compare without case.
package struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  package struct Field: Sendable, Equatable {
    package var name: String
    package var value: String
  }

  package private(set) var fields: [Field] = []

  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0, value: $1) }
  }

  /// The first field called `name`. Setting replaces every field of that name; nil removes them.
  package subscript(name: String) -> String? {
    get { fields.first { $0.name.hasBytes(ofAnyCase: name) }?.value }
    set {
      fields.removeAll { $0.name.hasBytes(ofAnyCase: name) }
      if let newValue { fields.append(Field(name: name, value: newValue)) }
    }
  }

  /// The values of every field called `name`, in order.
  package func values(of name: String) -> [String] {
    fields.filter { $0.name.hasBytes(ofAnyCase: name) }.map(\.value)
  }

  /// Adds a field beside others of its name, as `Set-Cookie` and `Vary` may need.
  package mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }
}
