import Essentials
import IdentityToolkit

extension ServerError.Violation {
  /// Describes a value of the wrong type as Google's front end does, or returns nil for other problems.
  init?(_ problem: JSONReader.Problem, in body: JSONValue) {
    guard case .malformed(DecodingError.typeMismatch(let type, let context)) = problem else { return nil }
    let path = context.codingPath
    guard let name = path.last?.stringValue, let value = body.value(at: path[...]) else {
      self.init(
        field: nil, "Invalid JSON payload received. Unknown name \"\": Root element must be a message.")
      return
    }
    let parent = [any CodingKey](path.dropLast()).place.snakeCase
    let suffix = parent.isEmpty ? "" : " at '\(parent)'"
    switch value {
    case .object:
      self.init(
        field: parent, "Invalid value\(suffix) (\(name.snakeCase)), Starting an object on a scalar field")
    case .array:
      let problem = "Proto field is not repeating, cannot start list."
      self.init(
        field: parent, "Invalid JSON payload received. Unknown name \"\(name)\"\(suffix): \(problem)")
    default: self.init(at: path.place.snakeCase, type: Self.name(of: type), value)
    }
    if field?.isEmpty == true { field = nil }
  }

  /// - Parameter type: The service's name for the expected type, if known.
  init(at place: String, type: String?, _ value: JSONValue) {
    let expected = type.map { " (\($0))" } ?? ""
    self.init(field: place, "Invalid value at '\(place)'\(expected), \(value.text.clipped(to: 1024))")
  }

  private static func name(of type: any Any.Type) -> String? {
    switch type {
    case is String.Type: "TYPE_STRING"
    case is Bool.Type: "TYPE_BOOL"
    case is Int.Type: "TYPE_INT32"
    default: nil
    }
  }
}

extension JSONValue {
  fileprivate func value(at path: ArraySlice<any CodingKey>) -> JSONValue? {
    guard let key = path.first else { return self }
    let member = key.intValue.flatMap { index in
      array.flatMap { $0.indices.contains(index) ? $0[index] : nil }
    }
    return (member ?? self[key.stringValue])?.value(at: path.dropFirst())
  }
}

extension String {
  /// The name of a field in a `.proto` file, for its name in JSON.
  fileprivate var snakeCase: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if ("A"..."Z").contains(scalar) {
        text += "_" + String(scalar).asciiLowercased()
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
