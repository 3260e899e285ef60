import Essentials

/// The place where a text stops being valid JSON, for the error message.
struct JSONFlaw: Equatable {
  /// The unexpected character and its position, counted from 1; nil if the text ends too early.
  private(set) var stop: (character: Unicode.Scalar, place: Int)?

  /// Returns nil if `text` is well-formed JSON.
  /// - Precondition: `text` is not nested deeper than `JSONReader` allows.
  init?(in text: String) {
    var scanner = JSONScanner(text)
    if scanner.takesWhole() { return nil }
    stop = scanner.stop
  }

  /// The end of a sentence, such as `stops being JSON at its character 7, '}'`.
  var explanation: Text {
    guard let stop else { return "ends before it is whole JSON" }
    return "stops being JSON at its character \(stop.place), '\(String(stop.character))'"
  }

  static func == (one: JSONFlaw, other: JSONFlaw) -> Bool {
    one.stop?.place == other.stop?.place && one.stop?.character == other.stop?.character
  }
}

/// A scanner that reads JSON up to the first error.
private struct JSONScanner {
  private let text: [Unicode.Scalar]
  private var place = 0

  init(_ text: String) {
    self.text = Array(text.unicodeScalars)
  }

  var stop: (Unicode.Scalar, Int)? { place < text.count ? (text[place], place + 1) : nil }

  mutating func takesWhole() -> Bool {
    guard takesValue() else { return false }
    skipSpace()
    return place == text.count
  }

  private mutating func takesValue() -> Bool {
    skipSpace()
    switch next {
    case "{": return takesList(end: "}") { $0.takesString() && $0.takes(":") && $0.takesValue() }
    case "[": return takesList(end: "]") { $0.takesValue() }
    case "\"": return takesString()
    case "t": return "true".unicodeScalars.allSatisfy { takesNext($0) }
    case "f": return "false".unicodeScalars.allSatisfy { takesNext($0) }
    case "n": return "null".unicodeScalars.allSatisfy { takesNext($0) }
    default: return takesNumber()
    }
  }

  private mutating func takesList(
    end: Unicode.Scalar, element: (inout JSONScanner) -> Bool
  ) -> Bool {
    place += 1
    if takes(end) { return true }
    repeat {
      guard element(&self) else { return false }
    } while takes(",")
    return takes(end)
  }

  private mutating func takesString() -> Bool {
    guard takes("\"") else { return false }
    while let scalar = next, scalar.value >= 0x20 {
      place += 1
      if scalar == "\"" { return true }
      if scalar == "\\" { place += next == nil ? 0 : 1 }
    }
    return false
  }

  private mutating func takesNumber() -> Bool {
    let start = place
    while let scalar = next, "0"..."9" ~= scalar || "+-.eE".unicodeScalars.contains(scalar) { place += 1 }
    return place > start
  }

  /// Skips space, and then `scalar` if it comes next; returns whether it did.
  private mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
    skipSpace()
    return takesNext(scalar)
  }

  private mutating func takesNext(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    place += 1
    return true
  }

  private var next: Unicode.Scalar? { place < text.count ? text[place] : nil }

  private mutating func skipSpace() {
    while let scalar = next, " \t\r\n".unicodeScalars.contains(scalar) { place += 1 }
  }
}
