/// The translations in a file that `msgfmt` wrote, as in "The Format of GNU MO Files" of gettext's manual.
///
/// The C library's gettext ends the program if such a file is damaged. Here, a damaged file has fewer translations.
struct CatalogFile: Sendable {
  private let bytes: [UInt8]
  private var count = 0
  /// Where the tables begin. They have the place of each text, in the order of the originals.
  private var (originals, translations) = (0, 0)

  /// Returns nil if the bytes do not begin like a file of this machine's `make catalogs`, which is little-endian.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard number(at: 0) == 0x9504_12DE, let version = number(at: 4), version >> 16 == 0,
      let count = number(at: 8), let originals = number(at: 12), let translations = number(at: 16)
    else { return nil }
    (self.count, self.originals, self.translations) = (count, originals, translations)
  }

  /// Returns a form of the translation of `original`; nil if there is none.
  func translation(of original: String, form: Int) -> String? {
    // The entry of the empty text describes the file.
    if original.isEmpty { return nil }
    var range = 0..<count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      // After a zero comes its plural.
      guard let found = text(middle, of: originals)?.prefix(while: { $0 != 0 }) else { return nil }
      if found.elementsEqual(original.utf8) {
        let forms = text(middle, of: translations)?.split(separator: 0, omittingEmptySubsequences: false)
        guard let forms, forms.indices.contains(form) else { return nil }
        return String(validating: forms[form], as: UTF8.self)
      }
      range =
        found.lexicographicallyPrecedes(original.utf8)
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  private func text(_ index: Int, of table: Int) -> ArraySlice<UInt8>? {
    guard let count = number(at: table + 8 * index), let start = number(at: table + 8 * index + 4),
      start + count <= bytes.count
    else { return nil }
    return bytes[start..<start + count]
  }

  private func number(at start: Int) -> Int? {
    guard start + 4 <= bytes.count else { return nil }
    return bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
