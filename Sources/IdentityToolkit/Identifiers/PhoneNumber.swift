/// A phone number in E.164: `+`, a calling code in use, and as many digits as its numbers have.
///
/// Only an SMS can show if the number exists.
package struct PhoneNumber: Sendable, Hashable, CustomStringConvertible {
  /// The calling code and the number after it.
  package let digits: Int64

  /// The E.164 form, such as `+16505553434`.
  package var e164: String { "+\(digits)" }

  package var description: String { e164 }

  /// Reads a number as people type it.
  ///
  /// Spaces, dashes, dots, slashes and brackets are allowed everywhere, and the digits can be in any script.
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

  /// Checks the ASCII digits of a number.
  ///
  /// The first one is not zero.
  private init(digits: String) throws(Problem) {
    guard let code = CallingCode(beginning: digits) else {
      throw digits.count < CallingCode.longest ? .tooShort : .unknownCountryCode
    }
    let (length, lengths) = (digits.utf8.count - code.digits.utf8.count, code.lengths)
    guard length >= lengths.lowerBound else { throw .tooShort }
    guard length <= lengths.upperBound, let number = Int64(digits) else { throw .tooLong }
    self.digits = number
  }

  /// Reads a number in E.164 form.
  ///
  /// Returns nil unless it is `+` and digits only.
  package init?(e164 text: String) {
    // This works on bytes: every sign-in request comes here, and splitting characters costs more than everything else.
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "+"), bytes.dropFirst().first != UInt8(ascii: "0"),
      bytes.dropFirst().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = try? PhoneNumber(digits: String(text.dropFirst()))
    else { return nil }
    self = number
  }

  /// Creates a number that was checked before it was stored.
  package init(stored digits: Int64) {
    self.digits = digits
  }

  /// The calling code, or nil if it is not in use any more.
  package var callingCode: CallingCode? { CallingCode(beginning: String(digits)) }

  /// A reason why a text is not a phone number.
  package enum Problem: Error, Equatable, Sendable {
    case empty
    case noCountryCode
    case unknownCountryCode
    case tooShort
    case tooLong
    /// The zero in brackets of `+49 (0)30…`, which people dial only within the country.
    case trunkZero
    case unexpectedCharacter(Character)
  }

  /// Returns whether there is a zero alone in brackets, which is not part of the number.
  ///
  /// Other zeros may be part of it: Italian numbers begin with one.
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
