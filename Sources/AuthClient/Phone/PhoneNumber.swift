/// A phone number in E.164: `+`, country code, number; 8 to 15 digits.
package struct PhoneNumber: Sendable, Hashable, CustomStringConvertible {
  /// `+16505553434`.
  package let e164: String

  package var description: String { e164 }

  /// Reads a number as people type it: spaces, dashes, dots, slashes and brackets may stand anywhere.
  ///
  /// Whether such a number exists is for the server to say.
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
    guard hasPlus || !digits.isEmpty else { throw .empty }
    guard hasPlus, digits.first != "0" else { throw .noCountryCode }
    guard digits.count >= 8 else { throw .tooShort }
    guard digits.count <= 15 else { throw .tooLong }
    e164 = "+" + digits
  }

  /// Why a text is no number.
  package enum Problem: Error, Equatable, Sendable {
    case empty
    case noCountryCode
    case tooShort
    case tooLong
    case unexpectedCharacter(Character)
  }

  private static func isSeparator(_ character: Character) -> Bool {
    switch character {
    case " ", "-", ".", "/", "(", ")", "\u{A0}", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}": true
    default: false
    }
  }
}
