import HTTP

/// What git says of a credential: a line for each attribute.
struct GitCredential {
  private var attributes: [String: String] = [:]

  /// Reads the lines up to an empty one.
  init(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard !line.isEmpty, let equals = line.firstIndex(of: "=") else { break }
      attributes[String(line[..<equals])] = String(line[line.index(after: equals)...])
    }
  }

  subscript(name: String) -> String? { attributes[name] }

  /// The server; nil if it is none of HTTP.
  var origin: Origin? {
    guard let scheme = attributes["protocol"], let host = attributes["host"] else { return nil }
    return Origin("\(scheme)://\(host)")
  }
}
