import Essentials

/// An e-mail address in its one spelling, `name@example.com`, the domain in any script.
///
/// The letters A to Z are in lower case. Nothing else is folded: by Unicode's rules a Kelvin sign would be a k, and one
/// person's address another's.
///
/// Narrower than RFC 5322: no quoting, no comments, no address literals, no domain without a dot. What is left
/// can stand in a header, a link or a terminal without harm.
package struct EmailAddress: Sendable, Hashable, CustomStringConvertible {
  package let text: String

  package var description: String { text }

  /// Whether such an address exists is for a mail to show.
  package init(_ text: String) throws(Problem) {
    try self.init(text, longest: 254, isInName: Self.isInName)
  }

  /// An address as Google's service takes it of administrators: letters of any script may stand before the @, too,
  /// and there may be a byte more.
  package init(ofAnyScript text: String) throws(Problem) {
    try self.init(text, longest: 255) { Self.isInName($0) || Self.isInDomain($0) }
  }

  /// An address as Firebase's emulator takes it, `kim@localhost` say: something on either side of an @.
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
    // By scalars: a mark after the @ would be one character with it.
    let halves = text.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
    guard halves.allSatisfy({ $0.allSatisfy(Self.isInDomain) || $0.allSatisfy(isInName) })
    else { throw .forbiddenCharacter }
    guard halves.count == 2, (1...64).contains(halves[0].utf8Count) else { throw .notAnAddress }
    guard halves[0].allSatisfy(isInName), halves[1].allSatisfy(Self.isInDomain)
    else { throw .forbiddenCharacter }
    let (atoms, labels) = (Self.parts(halves[0]), Self.parts(halves[1]))
    guard atoms.allSatisfy({ !$0.isEmpty }), labels.count >= 2,
      labels.allSatisfy({ (1...63).contains($0.utf8Count) && $0.first != "-" && $0.last != "-" })
    else { throw .notAnAddress }
    self.text = text.asciiLowercased()
  }

  /// An address that was read before and has been kept since.
  package init(stored text: String) {
    self.text = text
  }

  package static func == (left: EmailAddress, right: EmailAddress) -> Bool {
    left.text.hasBytes(of: right.text)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }

  /// Why a text is no address.
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

  /// Marks that reorder or hide text are no part of a domain in another script.
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
