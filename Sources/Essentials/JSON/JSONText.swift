extension JSONValue {
  /// This value as JSON text on one line, with its members in order.
  ///
  /// Control characters, line separators and bidirectional marks are escaped. So the text is safe to show on a terminal
  /// and still contains the same data.
  package var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let flag): text += flag ? "true" : "false"
    case .integer(let number): text += String(number)
    case .number(let number): text += number.isFinite ? "\(number)" : "null"
    case .string(let string): Self.write(string, to: &text)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  /// This value as JSON text for files that people read, with two spaces for each level.
  package var indentedText: String {
    var text = ""
    write(to: &text, indentation: "\n")
    return text
  }

  /// - Parameter indentation: The line break and the spaces before this value's end.
  private func write(to text: inout String, indentation: String) {
    let inner = indentation + "  "
    switch self {
    case .array(let elements) where !elements.isEmpty:
      text += "["
      for (index, element) in elements.enumerated() {
        text += (index > 0 ? "," : "") + inner
        element.write(to: &text, indentation: inner)
      }
      text += indentation + "]"
    case .object(let members) where !members.isEmpty:
      text += "{"
      for (index, member) in members.enumerated() {
        text += (index > 0 ? "," : "") + inner
        Self.write(member.name, to: &text)
        text += ": "
        member.value.write(to: &text, indentation: inner)
      }
      text += indentation + "}"
    default: write(to: &text)
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    // Most strings have nothing to escape, and appending them as a whole is twenty times as fast.
    if string.utf8.allSatisfy(isPlain) { text += string } else { escape(string, to: &text) }
    text += "\""
  }

  /// Returns whether the byte is an ASCII character that needs no escaping.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func escape(_ string: String, to text: inout String) {
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where isUnsafeToShow(scalar):
        for unit in String(scalar).utf16 {
          let hex = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  /// Returns whether this is C0, DEL, C1, a line or paragraph separator, or a character that reorders text.
  private static func isUnsafeToShow(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
