import Essentials

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
  /// Spaces, dashes, dots, slashes, brackets and marks that nobody sees are allowed everywhere, and the digits can be in
  /// any script. It may be a `tel:` URI (RFC 3966), as links have it.
  package init(typed text: String) throws(Problem) {
    var digits = ""
    var hasPlus = false
    let scheme = "tel:"
    let isURI = text.prefix(scheme.count).asciiLowercased() == scheme
    for character in text.dropFirst(isURI ? scheme.count : 0) {
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
    guard hasPlus || !digits.isEmpty else { throw .empty }
    guard hasPlus, digits.first != "0" else { throw .noCountryCode }
    let trunkZero = Self.trunkZero(in: digits)
    let brackets = Self.digitsInBrackets(of: text)
    // A zero that stands alone is not dialled from elsewhere, also where numbers begin with one.
    if brackets.contains([0]), let code = CallingCode(beginning: digits)?.digits {
      throw .trunkZero(after: String(code))
    }
    if let trunkZero, brackets.contains(where: { $0.first == 0 }) { throw trunkZero }
    do throws(Problem) {
      try self.init(digits: digits)
    } catch {
      throw trunkZero ?? error
    }
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
    /// The zero after the calling code, as in `+49 (0)30…`, which people dial only within the country.
    case trunkZero(after: String)
    case unexpectedCharacter(Character)
  }

  /// Calling codes before numbers that begin with a zero: of Italy, San Marino, the Vatican, Côte d'Ivoire, Benin, Gabon
  /// and Congo.
  ///
  /// There may be others. So a zero is refused only if it is in brackets, or if the number is too long with it.
  private static let codesBeforeZero: Set<Substring> = ["39", "378", "379", "225", "229", "241", "242"]

  /// Returns the problem of a zero after the calling code, if there is a number without it. Nil where numbers begin with
  /// a zero.
  private static func trunkZero(in digits: String) -> Problem? {
    guard let code = CallingCode(beginning: digits)?.digits, !codesBeforeZero.contains(code),
      digits.dropFirst(code.count).first == "0",
      (try? PhoneNumber(digits: String(code + digits.dropFirst(code.count + 1)))) != nil
    else { return nil }
    return .trunkZero(after: String(code))
  }

  /// Returns the digits in each pair of brackets.
  private static func digitsInBrackets(of text: String) -> [[Int]] {
    text.split(separator: "(", omittingEmptySubsequences: false).dropFirst().map {
      $0.prefix { $0 != ")" }.compactMap(\.wholeNumberValue)
    }
  }

  /// Contacts and chats put marks of the direction of writing around a number.
  private static func isSeparator(_ character: Character) -> Bool {
    switch character {
    case " ", "-", ".", "/", "(", ")", "\u{A0}", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}",
      "\u{200B}", "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}", "\u{2060}", "\u{2066}"..."\u{2069}",
      "\u{FEFF}":
      true
    default: false
    }
  }
}
