import Essentials

/// Reads a one-time code from what a person typed or pasted.
///
/// `654 321`, `654-321`, `G-654321`, other scripts' digits and a whole message are all understood.
package enum OneTimeCodeText {
  package enum Problem: Error, Equatable, Sendable {
    case empty
    /// There is something other than digits, and no code in it.
    case notDigits
    /// Digits only, but this many.
    case wrongLength(Int)
    /// A message that could mean more than one code.
    case severalCodes
  }

  /// The code in `typed`, in ASCII digits.
  /// - Parameter length: How many of them it can have.
  package static func code(in typed: String, length: ClosedRange<Int>) throws(Problem) -> String {
    let text = Array(plain(SafeText.line(typed)))
    let isPrefixed = text.drop(while: \.isWhitespace).starts(
      with: "G-", by: { String($0).asciiUppercased() == String($1) })
    let compact = text.filter { !$0.isWhitespace && $0 != "-" }.dropFirst(isPrefixed ? 1 : 0)
    if compact.isEmpty { throw .empty }
    if !compact.allSatisfy(\.isASCIIDigit) { return try codeInMessage(text, length) }
    if length.contains(compact.count) { return String(compact) }
    throw groups(in: text, length).count > 1 ? .severalCodes : .wrongLength(compact.count)
  }

  private static func codeInMessage(
    _ message: [Character], _ length: ClosedRange<Int>
  ) throws(Problem) -> String {
    let groups = groups(in: message, length)
    // A group inside a name (`my-app-123456.example`) counts only where there is no other.
    let alone = groups.filter { standsAlone($0, in: message) }
    let codes = Set((alone.isEmpty ? groups : alone).map { String(message[$0]) })
    guard let code = codes.first else { throw .notDigits }
    if codes.count > 1 { throw .severalCodes }
    return code
  }

  /// Where exactly as many digits as a code has stand together.
  private static func groups(in text: [Character], _ length: ClosedRange<Int>) -> [Range<Int>] {
    text.indices.split { !text[$0].isASCIIDigit }.filter { length.contains($0.count) }
      .map { $0.first!..<$0.last! + 1 }
  }

  private static func standsAlone(_ group: Range<Int>, in text: [Character]) -> Bool {
    let before = text[..<group.lowerBound].reversed().prefix { $0.joinsNames }
    let after = text[group.upperBound...].prefix { $0.joinsNames }
    return (before.isEmpty || String(before).asciiUppercased() == "-G") && !after.contains(where: \.isLetter)
  }

  /// `text` with every script's digits as ASCII ones and every kind of dash as `-`.
  private static func plain(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map(plain)))
  }

  private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let properties = scalar.properties
    if properties.numericType == .decimal, let value = properties.numericValue {
      return Unicode.Scalar(UInt8(ascii: "0") + UInt8(value))
    }
    let isDash = properties.generalCategory == .dashPunctuation || scalar == "\u{2212}"
    return isDash ? "-" : scalar
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }

  /// Whether host names, addresses and paths are made of such characters. Not other scripts' letters: those
  /// often follow a code without a space.
  fileprivate var joinsNames: Bool {
    isASCII && (isLetter || isNumber || "-._@/".contains(self))
  }
}
