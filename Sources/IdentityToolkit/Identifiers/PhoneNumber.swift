/// A phone number in E.164: `+`, a calling code that is in use, and as many digits as its numbers have.
///
/// Whether anybody has the number is for an SMS to show.
package struct PhoneNumber: Sendable, Hashable, CustomStringConvertible {
  /// The calling code and the number after it.
  package let digits: Int64

  /// `+16505553434`.
  package var e164: String { "+\(digits)" }

  package var description: String { e164 }

  /// Reads a number as people type it: spaces, dashes, dots, slashes and brackets may stand anywhere, and the
  /// digits are any script's.
  package init(typed text: String) throws(Problem) {
    var digits = ""
    var hasPlus = false
    for character in text {
      switch character {
      case "+", "＋":
        guard !hasPlus, digits.isEmpty else { throw .unexpectedCharacter(character) }
        hasPlus = true
      case _ where Self.isSeparator(character): continue
      default:
        guard let digit = character.wholeNumberValue, (0...9).contains(digit),
          character.unicodeScalars.count == 1
        else { throw .unexpectedCharacter(character) }
        digits += String(digit)
      }
    }
    if hasPlus, Self.hasTrunkZero(text) { throw .trunkZero }
    guard hasPlus || !digits.isEmpty else { throw .empty }
    guard hasPlus, digits.first != "0" else { throw .noCountryCode }
    try self.init(digits: digits)
  }

  /// Checks the digits of a number, ASCII ones of which the first is no zero.
  private init(digits: String) throws(Problem) {
    guard let code = CallingCode(beginning: digits) else {
      throw digits.count < CallingCode.longest ? .tooShort : .unknownCountryCode
    }
    let length = digits.utf8.count - code.digits.utf8.count
    guard length >= code.lengths.lowerBound else { throw .tooShort }
    guard length <= code.lengths.upperBound, let number = Int64(digits) else { throw .tooLong }
    self.digits = number
  }

  /// Reads a number as it travels; nil unless it is `+` and digits alone.
  package init?(e164 text: String) {
    // In bytes: every request of a sign-in comes by here, and to take characters apart costs more than the rest.
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "+"), bytes.dropFirst().first != UInt8(ascii: "0"),
      bytes.dropFirst().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = try? PhoneNumber(digits: String(text.dropFirst()))
    else { return nil }
    self = number
  }

  /// A number that was read before and has been kept since.
  package init(stored digits: Int64) {
    self.digits = digits
  }

  /// Nil for a number that was kept while its code was in use.
  package var callingCode: CallingCode? { CallingCode(beginning: String(digits)) }

  /// Why a text is no number.
  package enum Problem: Error, Equatable, Sendable {
    case empty
    case noCountryCode
    case unknownCountryCode
    case tooShort
    case tooLong
    /// The zero in brackets of `+49 (0)30…`, which is dialled within the country only.
    case trunkZero
    case unexpectedCharacter(Character)
  }

  /// A zero alone in brackets is no digit of the number. Others may be: Italian numbers begin with one.
  private static func hasTrunkZero(_ text: String) -> Bool {
    var bracket: [Character]?
    for character in text {
      switch character {
      case "(": bracket = []
      case ")":
        if let bracket, bracket.count == 1, bracket[0].wholeNumberValue == 0 { return true }
        bracket = nil
      default: if !isSeparator(character) { bracket?.append(character) }
      }
    }
    return false
  }

  private static func isSeparator(_ character: Character) -> Bool {
    switch character {
    case " ", "-", ".", "/", "(", ")", "\u{A0}", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}": true
    default: false
    }
  }
}
