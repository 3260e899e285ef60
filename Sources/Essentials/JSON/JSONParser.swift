/// The place where text is not JSON, or not the JSON that is wanted.
package enum JSONFlaw: Error, Equatable, Sendable {
  /// The text stops being JSON at this byte, counted from 0. At the end of the text, it is only the beginning of JSON.
  case unexpected(at: Int)
  /// Objects and arrays are nested deeper than `JSONReader.deepest`.
  case tooDeep
  /// Two members of one object have this name. Parsers disagree on which one counts.
  case repeatedName(String)
  /// A string contains a NUL, where some parsers stop.
  case nul
}

/// A strict parser of JSON, as in RFC 8259, in UTF-8.
///
/// Members are sorted by name. If a name is repeated, the first member counts.
struct JSONParser {
  private let text: UnsafeBufferPointer<UInt8>
  private let isUnambiguous: Bool
  private var place = 0

  static func value(of text: Data, isUnambiguous: Bool) throws(JSONFlaw) -> JSONValue {
    let result = text.withUnsafeBytes { bytes in
      Result { () throws(JSONFlaw) in
        var parser = JSONParser(text: bytes.assumingMemoryBound(to: UInt8.self), isUnambiguous: isUnambiguous)
        return try parser.whole()
      }
    }
    return try result.get()
  }

  private init(text: UnsafeBufferPointer<UInt8>, isUnambiguous: Bool) {
    self.text = text
    self.isUnambiguous = isUnambiguous
  }

  private mutating func whole() throws(JSONFlaw) -> JSONValue {
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    let value = try value(depth: 0)
    skipSpace()
    guard place == text.count else { throw flaw }
    return value
  }

  private var next: UInt8? { place < text.count ? text[place] : nil }
  private var flaw: JSONFlaw { .unexpected(at: place) }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
  }

  private mutating func takes(_ byte: UInt8) -> Bool {
    skipSpace()
    guard next == byte else { return false }
    place += 1
    return true
  }

  private mutating func expect(_ byte: UInt8) throws(JSONFlaw) {
    guard takes(byte) else { throw flaw }
  }

  private mutating func value(depth: Int) throws(JSONFlaw) -> JSONValue {
    skipSpace()
    switch next {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return try object(depth: depth + 1)
    case UInt8(ascii: "["): return try array(depth: depth + 1)
    case UInt8(ascii: "t"): return try literal("true", true)
    case UInt8(ascii: "f"): return try literal("false", false)
    case UInt8(ascii: "n"): return try literal("null", nil)
    default: return try number()
    }
  }

  private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONFlaw) -> JSONValue {
    for index in 0..<word.utf8CodeUnitCount {
      guard next == word.utf8Start[index] else { throw flaw }
      place += 1
    }
    return value
  }

  private mutating func array(depth: Int) throws(JSONFlaw) -> JSONValue {
    guard depth <= JSONReader.deepest else { throw .tooDeep }
    place += 1
    if takes(UInt8(ascii: "]")) { return [] }
    var elements: [JSONValue] = []
    repeat {
      elements.append(try value(depth: depth))
    } while takes(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"))
    return .array(elements)
  }

  private mutating func object(depth: Int) throws(JSONFlaw) -> JSONValue {
    guard depth <= JSONReader.deepest else { throw .tooDeep }
    place += 1
    if takes(UInt8(ascii: "}")) { return [:] }
    var members: [JSONValue.Member] = []
    repeat {
      skipSpace()
      let name = try string()
      try expect(UInt8(ascii: ":"))
      members.append(JSONValue.Member(name, try value(depth: depth)))
    } while takes(UInt8(ascii: ","))
    try expect(UInt8(ascii: "}"))
    return .object(try sorted(members))
  }

  /// Returns the members in the order of their names, without repeated ones.
  private func sorted(_ members: [JSONValue.Member]) throws(JSONFlaw) -> [JSONValue.Member] {
    // Sorting is stable. Most texts are sorted already, or have few members.
    var isSorted = true
    for (one, other) in zip(members, members.dropFirst()) where one.name >= other.name {
      isSorted = false
      break
    }
    if isSorted { return members }
    var sorted: [JSONValue.Member] = []
    sorted.reserveCapacity(members.count)
    for member in members.sorted(by: { $0.name < $1.name }) {
      if sorted.last?.name == member.name {
        if isUnambiguous { throw .repeatedName(member.name) }
      } else {
        sorted.append(member)
      }
    }
    return sorted
  }

  private mutating func string() throws(JSONFlaw) -> String {
    guard next == UInt8(ascii: "\"") else { throw flaw }
    place += 1
    let start = place
    while let byte = next, byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
      guard byte >= 0x20 else { throw flaw }
      place += 1
    }
    guard next != nil else { throw flaw }
    let content = UnsafeBufferPointer(rebasing: text[start..<place])
    guard let string = String(validating: content, as: UTF8.self) else { throw .unexpected(at: start) }
    place += 1
    return string
  }

  /// Reads the rest of a string that begins at `start`, from its first backslash.
  private mutating func escapedString(from start: Int) throws(JSONFlaw) -> String {
    var content = Array(text[start..<place])
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw flaw }
      place += 1
      if byte == UInt8(ascii: "\\") { try takeEscape(into: &content) } else { content.append(byte) }
    }
    guard next != nil else { throw flaw }
    guard let string = String(validating: content, as: UTF8.self) else { throw .unexpected(at: start) }
    place += 1
    if isUnambiguous, content.contains(0) { throw .nul }
    return string
  }

  /// Reads what follows a backslash.
  private mutating func takeEscape(into content: inout [UInt8]) throws(JSONFlaw) {
    guard let byte = next else { throw flaw }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"):
      let start = place
      place += 1
      content += String(Character(try escapedScalar(from: start))).utf8
      return
    default: throw flaw
    }
    place += 1
  }

  /// Reads the hexadecimal digits of a character, with its second half if it needs two.
  private mutating func escapedScalar(from start: Int) throws(JSONFlaw) -> Unicode.Scalar {
    let unit = try hexadecimal()
    guard (0xD800..<0xDC00).contains(unit) else {
      guard let scalar = Unicode.Scalar(unit) else { throw .unexpected(at: start) }
      return scalar
    }
    for expected in [UInt8(ascii: "\\"), UInt8(ascii: "u")] {
      guard next == expected else { throw flaw }
      place += 1
    }
    let half = try hexadecimal()
    guard (0xDC00..<0xE000).contains(half),
      let scalar = Unicode.Scalar(0x10000 + ((unit - 0xD800) << 10) + (half - 0xDC00))
    else { throw .unexpected(at: start) }
    return scalar
  }

  private mutating func hexadecimal() throws(JSONFlaw) -> UInt32 {
    var number: UInt32 = 0
    for _ in 0..<4 {
      let digit: UInt8
      switch next {
      case let byte? where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte): digit = byte - 0x30
      case let byte? where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte): digit = byte - 0x57
      case let byte? where (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte): digit = byte - 0x37
      default: throw flaw
      }
      number = number << 4 | UInt32(digit)
      place += 1
    }
    return number
  }

  private mutating func number() throws(JSONFlaw) -> JSONValue {
    let start = place
    if next == UInt8(ascii: "-") { place += 1 }
    let hasZero = next == UInt8(ascii: "0")
    let count = try digits()
    guard !hasZero || count == 1 else { throw .unexpected(at: place - count + 1) }
    let isWhole = next != UInt8(ascii: ".") && next != UInt8(ascii: "e") && next != UInt8(ascii: "E")
    if next == UInt8(ascii: ".") {
      place += 1
      _ = try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      place += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { place += 1 }
      _ = try digits()
    }
    let digits = String(decoding: UnsafeBufferPointer(rebasing: text[start..<place]), as: UTF8.self)
    if isWhole, let integer = Int64(digits) { return .integer(integer) }
    guard let number = Double(digits), number.isFinite else { throw .unexpected(at: start) }
    return Int64(exactly: number).map(JSONValue.integer) ?? .number(number)
  }

  /// Reads one digit or more, and returns how many.
  private mutating func digits() throws(JSONFlaw) -> Int {
    let start = place
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { place += 1 }
    guard place > start else { throw flaw }
    return place - start
  }
}
