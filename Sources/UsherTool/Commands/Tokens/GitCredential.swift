import HTTP

/// What git says of a credential: a line for each attribute.
struct GitCredential {
  private var attributes: [String: String] = [:]

  /// Reads the lines up to an empty one.
  init(_ text: String) {
    // By bytes, as git does: for Swift, a line break may be part of another character.
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { break }
      // What other programs could read as two attributes is none.
      guard !line.contains(where: { $0 == UInt8(ascii: "\r") || $0 == 0 }) else { continue }
      attributes[String(Substring(line[..<equals]))] = String(Substring(line[line.index(after: equals)...]))
    }
  }

  subscript(name: String) -> String? { attributes[name] }

  /// The server; nil if it is none of HTTP.
  var origin: Origin? {
    guard let scheme = attributes["protocol"], let host = attributes["host"] else { return nil }
    return Origin("\(scheme)://\(host)")
  }
}
