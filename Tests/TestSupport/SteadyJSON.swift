package import Essentials
import IdentityToolkit

/// The JSON that `text` holds, members in the order that decoding gives them.
package func json(_ text: String) -> JSONValue {
  do {
    return try JSONValue(parsing: Data(text.utf8))
  } catch {
    fatalError("a test's JSON is none: \(error)")
  }
}

extension ToolHarness.Outcome {
  /// `json` with what differs from run to run replaced by `<its name>`: ids, tokens, codes.
  package var steadyJSON: JSONValue? {
    guard let json else { return nil }
    var names: [String: String] = [:]
    json.collect(into: &names)
    return json.replacing(names)
  }
}

extension JSONValue {
  private static let volatile: Set = ["uid", "verification_id", "token"]

  fileprivate func collect(into names: inout [String: String]) {
    for member in members ?? [] {
      if let text = member.value.string, Self.volatile.contains(member.name) {
        names[text] = "<\(member.name)>"
      } else if member.name == "code", let text = member.value.string, text.allSatisfy(\.isNumber) {
        names[text] = "<code>"
      }
      member.value.collect(into: &names)
    }
    for element in array ?? [] { element.collect(into: &names) }
  }

  fileprivate func replacing(_ names: [String: String]) -> JSONValue {
    switch self {
    case .string(let text): .string(names.reduce(text) { $0.replacing($1.key, with: $1.value) })
    case .array(let elements): .array(elements.map { $0.replacing(names) })
    case .object(let members): .object(members.map { .init($0.name, $0.value.replacing(names)) })
    default: self
    }
  }
}
