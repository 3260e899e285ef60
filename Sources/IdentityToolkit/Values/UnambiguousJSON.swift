package import Essentials

extension JSONValue {
  /// What `text` says, if every reader takes it to say that; nil for other JSON.
  ///
  /// Readers disagree about which of two members of one name counts, and some end a text at a NUL: who writes only a
  /// part of such a text could name another user to the next reader. RFC 7519 §4 has tokens with such names refused.
  package init?(unambiguous text: Data) {
    guard let value = JSONValue(json: text) else { return nil }
    var bytes = Array(text)[...]
    var names: [Set<String>] = []
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): names.append([])
      case UInt8(ascii: "}"), UInt8(ascii: "]"): names.removeLast()
      case UInt8(ascii: "\""):
        guard let string = Self.string(from: &bytes), !string.utf8.contains(0) else { return nil }
        let isName = bytes.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: ":")
        if isName, !names[names.count - 1].insert(string).inserted { return nil }
      default: break
      }
    }
    self = value
  }

  /// The string that `bytes`, which are JSON, go on with after its first quotation mark. Consumes them.
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
