/// An e-mail address as people type it: `name@example.com`, any script, no quoting and no comments.
package struct EmailAddress: Sendable, Hashable, CustomStringConvertible {
  package let text: String

  package var description: String { text }

  /// Whether such an address exists is for a mail to show.
  package init(typed: String) throws(Problem) {
    let text = String(typed.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    guard !text.isEmpty else { throw .empty }
    guard text.utf8.count <= 254 else { throw .tooLong }
    guard text.unicodeScalars.allSatisfy(Self.isAllowed) else { throw .forbiddenCharacter }
    let halves = text.split(separator: "@", omittingEmptySubsequences: false)
    guard halves.count == 2, !halves[0].isEmpty, halves[0].utf8.count <= 64 else { throw .notAnAddress }
    let labels = halves[1].split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy({ !$0.isEmpty && $0.first != "-" && $0.last != "-" }) else {
      throw .notAnAddress
    }
    self.text = text
  }

  /// Why a text is no address.
  package enum Problem: Error, Equatable, Sendable {
    case empty
    case tooLong
    case forbiddenCharacter
    case notAnAddress
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar.value > 0x20 && scalar.value != 0x7F && !"\"(),:;<>[\\]".unicodeScalars.contains(scalar)
    }
    return switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator,
      .spaceSeparator:
      false
    default: true
    }
  }
}
