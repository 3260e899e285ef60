import Essentials

/// A reader for objects with plain values that knows the line of each member.
///
/// It reads JSON, and refuses a value that is not plain.
struct FlatObject {
  enum Value: Equatable {
    case text(String)
    /// The digits as they are in the text.
    case number(String)
    case flag(Bool)
  }

  struct Member: Equatable {
    var name: String
    var value: Value
    var line: Int
  }

  struct Problem: Error, Equatable {
    var line: Int
    var reason: Text
  }

  private let bytes: [UInt8]
  private var place = 0
  private var line = 1

  static func read(_ text: some StringProtocol) throws(Problem) -> [Member] {
    var reader = FlatObject(bytes: Array(text.utf8))
    return try reader.object()
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }
}

extension FlatObject {
  private mutating func object() throws(Problem) -> [Member] {
    var members: [Member] = []
    try expect("{", "an object in braces is expected")
    while try next() != UInt8(ascii: "}") {
      let line = line
      let name = try self.name()
      if members.contains(where: { $0.name == name }) { throw problem("\(name) is there twice") }
      try expect(":", "a colon is missing after \(name)")
      members.append(Member(name: name, value: try value(of: name), line: line))
      if try next() == UInt8(ascii: "}") { break }
      try expect(",", "a comma is missing after \(name)")
      let byte = try next()
      if byte == UInt8(ascii: "}") { throw problem("a comma too many") }
    }
    place += 1
    skipSpace()
    if place < bytes.count { throw problem("something follows the closing brace") }
    return members
  }

  private mutating func name() throws(Problem) -> String {
    guard let quote = try quote() else { throw problem("a name in quotes is expected") }
    return try text(until: quote)
  }

  private mutating func value(of name: String) throws(Problem) -> Value {
    if let quote = try quote() { return .text(try text(until: quote)) }
    let start = place
    while place < bytes.count, Self.isWordByte(bytes[place]) || "+-.".utf8.contains(bytes[place]) {
      place += 1
    }
    let word = String(decoding: bytes[start..<place], as: UTF8.self)
    switch word {
    case "true": return .flag(true)
    case "false": return .flag(false)
    case _ where Double(word) != nil && word.utf8.first.map { $0 < 0x3A } == true: return .number(word)
    default: throw problem("\(name) is not text in quotes, a number, true or false")
    }
  }

  /// Skips the quotation mark that comes next and returns it; returns nil if there is none.
  private mutating func quote() throws(Problem) -> UInt8? {
    let byte = try next()
    guard byte == UInt8(ascii: "\"") else { return nil }
    place += 1
    return byte
  }

  private mutating func text(until quote: UInt8) throws(Problem) -> String {
    var text: [UInt8] = []
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case quote:
        guard let text = String(validating: text, as: UTF8.self) else { throw problem("not UTF-8 text") }
        return text
      case UInt8(ascii: "\\"): text += try escaped()
      case 0..<0x20: throw problem("a quotation mark is missing")
      default: text.append(byte)
      }
    }
    throw problem("a quotation mark is missing")
  }

  private mutating func escaped() throws(Problem) -> [UInt8] {
    guard place < bytes.count else { throw problem("a quotation mark is missing") }
    let byte = bytes[place]
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "u"):
      var units = [try unit()]
      // A character beyond the first 65 536 has two units.
      if UTF16.isLeadSurrogate(units[0]), bytes[place...].starts(with: #"\u"#.utf8) {
        place += 2
        units.append(try unit())
      }
      guard let text = String(validating: units, as: UTF16.self) else {
        throw problem("a character that cannot be read")
      }
      return Array(text.utf8)
    default: throw problem("a backslash before something it cannot stand before")
    }
  }

  /// Reads four digits of a character.
  private mutating func unit() throws(Problem) -> UInt16 {
    let digits = String(decoding: bytes[place..<min(place + 4, bytes.count)], as: UTF8.self)
    place += digits.utf8.count
    guard digits.utf8.count == 4, let unit = UInt16(digits, radix: 16) else {
      throw problem("a character that cannot be read")
    }
    return unit
  }

  private mutating func expect(_ character: Unicode.Scalar, _ reason: Text) throws(Problem) {
    skipSpace()
    guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { throw problem(reason) }
    place += 1
  }

  /// Returns the next byte that is not space.
  private mutating func next() throws(Problem) -> UInt8 {
    skipSpace()
    guard place < bytes.count else { throw problem("the closing brace is missing") }
    return bytes[place]
  }

  private mutating func skipSpace() {
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\n"):
        line += 1
        place += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): place += 1
      default: return
      }
    }
  }

  private func problem(_ reason: Text) -> Problem { Problem(line: line, reason: reason) }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "_$".utf8.contains(byte)
  }
}
