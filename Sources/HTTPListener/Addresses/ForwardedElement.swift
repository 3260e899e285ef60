private import Essentials

/// One proxy's part of `Forwarded` (RFC 7239).
struct ForwardedElement: Equatable {
  var node: String?
  var host: String?
  var proto: String?

  /// Returns the elements of these fields in order, or nil if they do not follow the RFC.
  static func all(in fields: [String]) -> [ForwardedElement]? {
    var elements: [ForwardedElement] = []
    for field in fields {
      var scanner = Scanner(rest: field[...].utf8)
      repeat {
        guard let element = scanner.element() else { return nil }
        elements.append(element)
      } while scanner.take(",")
      guard scanner.rest.isEmpty else { return nil }
    }
    return elements
  }

  private struct Scanner {
    var rest: Substring.UTF8View

    mutating func element() -> ForwardedElement? {
      var element = ForwardedElement()
      repeat {
        guard let name = word(), take("="), let value = rest.first == UInt8(ascii: "\"") ? quoted() : word()
        else { return nil }
        let place: WritableKeyPath<ForwardedElement, String?>
        switch name.asciiLowercased() {
        case "for": place = \.node
        case "host": place = \.host
        case "proto": place = \.proto
        default: continue
        }
        // With two values, one parser uses the first and another the last.
        guard element[keyPath: place] == nil else { return nil }
        element[keyPath: place] = value
      } while take(";")
      return element
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      skipBlanks()
      guard rest.first == UInt8(ascii: character) else { return false }
      rest.removeFirst()
      skipBlanks()
      return true
    }

    private mutating func skipBlanks() {
      while rest.first == 0x20 || rest.first == 0x09 { rest.removeFirst() }
    }

    private mutating func word() -> String? {
      skipBlanks()
      let word = rest.prefix { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        // This includes the characters of a port and an IPv6 address, because many proxies do not quote them.
        default: "!#$%&'*+-.^_`|~:[]".utf8.contains(byte)
        }
      }
      rest = rest[word.endIndex...]
      return word.isEmpty ? nil : String(Substring(word))
    }

    private mutating func quoted() -> String? {
      rest.removeFirst()
      var bytes: [UInt8] = []
      while let byte = rest.popFirst() {
        switch byte {
        case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
        case UInt8(ascii: "\\"):
          guard let next = rest.popFirst() else { return nil }
          bytes.append(next)
        default: bytes.append(byte)
        }
      }
      return nil
    }
  }
}

/// The client that a proxy names.
enum ForwardedNode: Equatable {
  /// An IP address in its normalized form.
  case address(String)
  /// The proxy hides it: `unknown`, or a name of its own.
  case hidden

  /// Returns nil if `text` is neither.
  ///
  /// An address may have a port.
  init?(_ text: String) {
    if text.asciiLowercased() == "unknown" || text.hasPrefix("_") && text.utf8.count > 1 {
      self = .hidden
      return
    }
    var host = text[...]
    var port: Substring?
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      host = text[text.index(after: text.startIndex)..<end]
      guard host.contains(":") else { return nil }
      let rest = text[text.index(after: end)...]
      if !rest.isEmpty {
        guard rest.first == ":" else { return nil }
        port = rest.dropFirst()
      }
    } else if text.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1, let colon = text.firstIndex(of: ":") {
      host = text[..<colon]
      port = text[text.index(after: colon)...]
    }
    if let port, !(1...5).contains(port.utf8.count) || !port.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return nil
    }
    guard let address = SocketAddress(host: String(host), port: 0) else { return nil }
    self = .address(address.host)
  }
}
