import Essentials
import IdentityToolkit

/// A path into a result, `pending.id` or `messages.0.code`.
struct FieldPath {
  private let names: [Substring]

  init(_ text: String) {
    names = text.split(separator: ".", omittingEmptySubsequences: false)
  }

  /// Whether a result with these `fields` can ever have the path. A field `messages[].code` is reached by a
  /// number; whatever stands below `claims.*` is open.
  func fits(_ fields: [String]) -> Bool {
    fields.contains { field in
      var pattern = field.split(separator: ".").flatMap { name -> [Substring] in
        name.hasSuffix("[]") ? [name.dropLast(2), "[]"] : [name]
      }[...]
      for name in names {
        guard let expected = pattern.popFirst() else { return false }
        if expected == "*" { return true }
        if expected == "[]" ? Int(name) == nil : name != expected { return false }
      }
      return true
    }
  }

  /// The value in `result`; nil where this result lacks it.
  func value(in result: JSONValue) -> JSONValue? {
    names.reduce(result as JSONValue?) { value, name in
      if let elements = value?.array {
        guard let index = Int(name), elements.indices.contains(index) else { return nil }
        return elements[index]
      }
      return value?[String(name)]
    }
  }
}

extension JSONValue {
  /// The value as `--field` prints it: text bare, nothing for null, anything else as JSON.
  var bare: String {
    switch self {
    case .null: ""
    case .string(let text): text
    default: text
    }
  }
}
