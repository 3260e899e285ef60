package import Essentials

extension JSONValue {
  /// Parses `text` if all parsers understand it in the same way.
  ///
  /// Returns nil for other JSON.
  ///
  /// Parsers disagree on which of two members with the same name counts, and some stop at a NUL. So a person who
  /// controls only a part of the text could make the next parser read another user. RFC 7519 §4 requires that tokens
  /// with duplicate names are refused.
  package init?(unambiguous text: Data) {
    guard let value = JSONValue(json: text), Self.ambiguity(in: text) == nil else { return nil }
    self = value
  }

  /// Returns a name that one object in `text` has twice, or nil if there is none.
  ///
  /// - Parameter text: JSON.
  package static func repeatedName(in text: Data) -> String? {
    if case .repeatedName(let name) = ambiguity(in: text) { name } else { nil }
  }

  /// A place in JSON that parsers read in different ways.
  private enum Ambiguity {
    case repeatedName(String)
    case unreadableString
  }

  /// Returns the first place in `text`, which is JSON, where parsers disagree.
  private static func ambiguity(in text: Data) -> Ambiguity? {
    var bytes = Array(text)[...]
    var names: [Set<String>] = []
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): names.append([])
      case UInt8(ascii: "}"), UInt8(ascii: "]"): names.removeLast()
      case UInt8(ascii: "\""):
        guard let string = string(from: &bytes), !string.utf8.contains(0) else { return .unreadableString }
        let isName = bytes.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: ":")
        if isName, !names[names.count - 1].insert(string).inserted { return .repeatedName(string) }
      default: break
      }
    }
    return nil
  }

  /// Returns the next string in `bytes`, which are JSON, after its opening quotation mark.
  ///
  /// Consumes its bytes.
  private static func string(from bytes: inout ArraySlice<UInt8>) -> String? {
    let content = bytes
    var isEscaped = false
    while let byte = bytes.popFirst() {
      if byte == UInt8(ascii: "\""), !isEscaped { break }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    }
    let text = content[..<(bytes.startIndex - 1)]
    guard text.contains(UInt8(ascii: "\\")) else { return String(decoding: text, as: UTF8.self) }
    return JSONValue(json: Data([UInt8(ascii: "\"")] + text + [UInt8(ascii: "\"")]))?.string
  }
}
