import Essentials

/// An element by value, with its attributes that have no namespace.
struct XMLElement: Equatable {
  var name: String
  var namespace: String
  var attributes: [String: String] = [:]
  var elements: [XMLElement] = []
  /// The characters in it, without those of its elements.
  var text = ""

  init(name: String, namespace: String) {
    self.name = name
    self.namespace = namespace
  }

  /// Reads bytes that have no comments and no signature any more, such as those that a signature covers.
  init(canonical bytes: [UInt8]) throws(SAMLProblem) {
    self = try XMLDocument(bytes).root.copied()
  }

  func isNamed(_ name: String, _ namespace: XMLNamespace) -> Bool {
    self.name.hasBytes(of: name) && self.namespace.hasBytes(of: namespace.rawValue)
  }

  func all(_ name: String, _ namespace: XMLNamespace = .assertion) -> [XMLElement] {
    elements.filter { $0.isNamed(name, namespace) }
  }

  /// Returns the only element with this name, or nil if there is none.
  func only(_ name: String, _ namespace: XMLNamespace = .assertion) throws(SAMLProblem) -> XMLElement? {
    let all = all(name, namespace)
    guard all.count <= 1 else { throw .malformed(name) }
    return all.first
  }

  func needed(_ name: String, _ namespace: XMLNamespace = .assertion) throws(SAMLProblem) -> XMLElement {
    guard let element = try only(name, namespace) else { throw .malformed(name) }
    return element
  }

  /// Returns the time in an attribute, or nil if there is none.
  func time(_ name: String) throws(SAMLProblem) -> Date? {
    guard let text = attributes[name] else { return nil }
    guard let time = Date(rfc3339: text) else { throw .malformed(name) }
    return time
  }

  /// Returns the characters without the white space of XML around them. Elements among them could hide a part.
  func content() throws(SAMLProblem) -> String {
    guard elements.isEmpty else { throw .malformed(name) }
    return text.withoutSpaceAround
  }
}

extension String {
  var withoutSpaceAround: String {
    let start = unicodeScalars.drop(while: Self.isXMLSpace)
    guard let end = start.lastIndex(where: { !Self.isXMLSpace($0) }) else { return "" }
    return String(start[...end])
  }

  private static func isXMLSpace(_ scalar: Unicode.Scalar) -> Bool {
    [" ", "\t", "\n", "\r"].contains(scalar)
  }

  /// Whether it looks the same as another name: it has control characters, or white space around it.
  var isDeceptive: Bool {
    [unicodeScalars.first, unicodeScalars.last].contains { $0?.properties.isWhitespace == true }
      || unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  var escapedForXML: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\t", "\n", "\r": text += "&#\(scalar.value);"
      // No document can have these characters.
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
