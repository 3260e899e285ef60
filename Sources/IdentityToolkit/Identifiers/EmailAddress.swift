import Essentials

/// An e-mail address in its normalized form, `name@example.com`.
///
/// The domain can be in any script.
///
/// The letters A to Z are in lower case, and nothing else changes. With Unicode's rules, a Kelvin sign would become a
/// k, and one person's address would become another's.
///
/// The form is narrower than RFC 5322: no quoting, comments or address literals, and no domain without a dot. So it can
/// safely appear in a header, a link or a terminal. As for Google's service, the part before the @ can be as long as the
/// address allows.
package struct EmailAddress: Sendable, Hashable, CustomStringConvertible {
  package let text: String

  package var description: String { text }

  /// Reads an address.
  ///
  /// Only a mail can show if it exists.
  package init(_ text: String) throws(Problem) {
    try self.init(text, longest: 254, isInName: Self.isInName)
  }

  /// Reads an address as Google's service accepts it from administrators.
  ///
  /// Letters of any script may stand before the @, too, and one more byte is allowed.
  package init(ofAnyScript text: String) throws(Problem) {
    try self.init(text, longest: 255) { Self.isInName($0) || Self.isInDomain($0) }
  }

  /// Reads an address as Firebase's emulator accepts it, such as `kim@localhost`: any text on both sides of an @.
  package init(ofAnyForm text: String) throws(Problem) {
    guard !text.isEmpty else { throw .empty }
    guard text.utf8.count <= 255 else { throw .tooLong }
    guard text.unicodeScalars.allSatisfy(Self.isShown) else { throw .forbiddenCharacter }
    let halves = text.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
    guard halves.count == 2, halves.allSatisfy({ !$0.isEmpty }) else { throw .notAnAddress }
    self.text = text.asciiLowercased()
  }

  private init(
    _ text: String, longest: Int, isInName: (Unicode.Scalar) -> Bool
  ) throws(Problem) {
    guard !text.isEmpty else { throw .empty }
    guard text.utf8.count <= longest else { throw .tooLong }
    // This splits by scalars, because a combining mark after the @ would be one character with it.
    let halves = text.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
    guard halves.allSatisfy({ $0.allSatisfy(Self.isInDomain) || $0.allSatisfy(isInName) })
    else { throw .forbiddenCharacter }
    guard halves.count == 2, !halves[0].isEmpty else { throw .notAnAddress }
    guard halves[0].allSatisfy(isInName), halves[1].allSatisfy(Self.isInDomain)
    else { throw .forbiddenCharacter }
    let (atoms, labels) = (Self.parts(halves[0]), Self.parts(halves[1]))
    guard atoms.allSatisfy({ !$0.isEmpty }), labels.count >= 2,
      labels.allSatisfy({ (1...63).contains($0.utf8Count) && $0.first != "-" && $0.last != "-" })
    else { throw .notAnAddress }
    self.text = text.asciiLowercased()
  }

  /// Creates an address that was checked before it was stored.
  package init(stored text: String) {
    self.text = text
  }

  package static func == (left: EmailAddress, right: EmailAddress) -> Bool {
    left.text.hasBytes(of: right.text)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }

  /// A reason why a text is not an address.
  package enum Problem: Error, Equatable, Sendable {
    case empty
    case tooLong
    case forbiddenCharacter
    case notAnAddress
  }

  private typealias Scalars = String.UnicodeScalarView.SubSequence

  private static func parts(_ name: Scalars) -> [Scalars] {
    name.split(separator: ".", omittingEmptySubsequences: false)
  }

  private static func isInName(_ scalar: Unicode.Scalar) -> Bool {
    isLetterOrDigit(scalar) || ".!#$%&'*+-/=?^_`{|}~".unicodeScalars.contains(scalar)
  }

  /// Marks that reorder or hide text are not allowed in a domain.
  private static func isInDomain(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isLetterOrDigit(scalar) || scalar == "-" || scalar == "." }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber:
      true
    default: false
    }
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: false
    }
  }
}

extension Substring.UnicodeScalarView {
  fileprivate var utf8Count: Int { Substring(self).utf8.count }
}
