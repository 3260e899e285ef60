/// A mail address in its canonical spelling, lower case.
///
/// Narrower than RFC 5322: no quoting, no comments, no address literals. What is left has one spelling and can
/// stand in a header, a link or a terminal without harm.
struct EmailAddress: Hashable, Sendable {
  let text: String

  /// Nil for anything else than `local@domain`, the domain perhaps internationalised, of at most 254 bytes.
  init?(_ text: String) {
    guard (3...254).contains(text.utf8.count) else { return nil }
    let halves = text.split(separator: "@", omittingEmptySubsequences: false)
    guard halves.count == 2, (1...64).contains(halves[0].utf8.count),
      Self.labels(halves[0]).allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isAtomByte) }),
      Self.labels(halves[1]).allSatisfy(Self.isDomainLabel)
    else { return nil }
    let canonical = text.lowercased()
    guard canonical.utf8.count <= 254 else { return nil }
    self.text = canonical
  }

  private static func labels(_ name: Substring) -> [Substring] {
    name.split(separator: ".", omittingEmptySubsequences: false)
  }

  private static func isDomainLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
      && label.unicodeScalars.allSatisfy { scalar in
        scalar.isASCII
          ? isASCIILetterOrDigit(UInt8(scalar.value)) || scalar == "-"
          : isLetterMarkOrDigit(scalar)
      }
  }

  /// What a domain in another script is made of. Marks that reorder or hide text are none of these.
  private static func isLetterMarkOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber:
      true
    default: false
    }
  }

  private static func isAtomByte(_ byte: UInt8) -> Bool {
    isASCIILetterOrDigit(byte) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
  }

  private static func isASCIILetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}

extension EmailAddress: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    text.bind(to: statement, at: index)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> EmailAddress? {
    String.read(from: statement, at: column).map { EmailAddress(stored: $0) }
  }

  private init(stored text: String) {
    self.text = text
  }
}
