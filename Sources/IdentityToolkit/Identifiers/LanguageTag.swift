import Essentials

/// A BCP 47 language tag (RFC 5646), such as `pt-BR`.
///
/// It is well-formed, but the language may not exist.
package struct LanguageTag: Sendable, Hashable, CustomStringConvertible {
  /// The tag with the usual case: `zh-Hant-TW`.
  package let text: String

  package var description: String { text }

  /// Returns nil if the text is not a tag.
  ///
  /// Old registered tags without grammar, such as `i-klingon`, do not count.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.longest, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let subtags = text.split(separator: "-", omittingEmptySubsequences: false).map { $0.asciiLowercased() }
    guard Self.areWellFormed(subtags[...]) else { return nil }
    let first = subtags[0]
    // After a singleton, there are no scripts or regions, and everything stays in lower case.
    let plain = subtags.prefix { $0.utf8.count > 1 }.dropFirst().map(Self.usualCase)
    self.text = ([first] + plain + subtags.dropFirst(1 + plain.count)).joined(separator: "-")
  }

  /// The language of a locale of the C library, such as `pt_BR.UTF-8`.
  ///
  /// Returns nil for `C`, `POSIX` and what is not a language. Ignores the encoding and the modifier.
  package init?(locale: String) {
    let name = locale.prefix { $0 != "." && $0 != "@" }
    guard name != "POSIX" else { return nil }
    self.init(String(name).replacing("_", with: "-"))
  }

  /// This tag and its fallbacks, the most precise first: the lookup of RFC 4647.
  package var lookup: [String] {
    var tags: [String] = []
    var subtags = text.split(separator: "-")
    while !subtags.isEmpty {
      tags.append(subtags.joined(separator: "-"))
      subtags.removeLast()
      while subtags.last?.utf8.count == 1 { subtags.removeLast() }
    }
    return tags
  }

  /// Much longer than any registered tag.
  private static let longest = 100

  private static func usualCase(_ subtag: String) -> String {
    switch subtag.utf8.count {
    case 2: subtag.asciiUppercased()
    case 4 where subtag.first?.isLetter == true: subtag.prefix(1).asciiUppercased() + subtag.dropFirst()
    default: subtag
    }
  }
}

// These follow the grammar.
extension LanguageTag {
  private static func areWellFormed(_ subtags: ArraySlice<String>) -> Bool {
    var rest = subtags
    func take(_ fits: (String) -> Bool) -> String? {
      guard let next = rest.first, fits(next) else { return nil }
      rest.removeFirst()
      return next
    }
    if rest.first != "x" {
      guard let language = take({ isAlphabetic($0, 2...8) }) else { return false }
      if language.utf8.count <= 3 {
        // The grammar reserves three extended languages.
        for _ in 1...3 where take({ isAlphabetic($0, 3...3) }) == nil { break }
      }
      _ = take { isAlphabetic($0, 4...4) }
      _ = take { isAlphabetic($0, 2...2) || isNumeric($0, 3) }
      var seen: Set<String> = []
      while let variant = take(isVariant) {
        guard seen.insert(variant).inserted else { return false }
      }
      while let singleton = take({ $0.utf8.count == 1 && $0 != "x" && isAlphanumeric($0, 1...1) }) {
        guard seen.insert(singleton).inserted, take({ isAlphanumeric($0, 2...8) }) != nil
        else { return false }
        while take({ isAlphanumeric($0, 2...8) }) != nil {}
      }
    }
    if take({ $0 == "x" }) != nil {
      guard take({ isAlphanumeric($0, 1...8) }) != nil else { return false }
      while take({ isAlphanumeric($0, 1...8) }) != nil {}
    }
    return rest.isEmpty
  }

  private static func isVariant(_ subtag: String) -> Bool {
    isAlphanumeric(subtag, 5...8) || isAlphanumeric(subtag, 4...4) && isNumeric(String(subtag.prefix(1)), 1)
  }

  private static func isAlphabetic(_ subtag: String, _ lengths: ClosedRange<Int>) -> Bool {
    lengths.contains(subtag.utf8.count) && subtag.utf8.allSatisfy { (0x61...0x7A).contains($0) }
  }

  private static func isNumeric(_ subtag: String, _ length: Int) -> Bool {
    subtag.utf8.count == length && subtag.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func isAlphanumeric(_ subtag: String, _ lengths: ClosedRange<Int>) -> Bool {
    lengths.contains(subtag.utf8.count)
      && subtag.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
  }
}
