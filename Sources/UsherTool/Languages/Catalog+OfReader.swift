import Essentials
import LibC
import PrivateFiles

extension Catalog {
  /// The catalogue for the reader's locale, from the folder `../share/locale` beside `program`, which is this one.
  ///
  /// Without one, texts stay in English.
  static func ofReader(_ environment: Environment, besideFileOf program: String? = .ownProgram) -> Catalog {
    guard let language = ReaderLocale(environment)?.catalogue, let program,
      let data = trusted("share/locale/\(language.rawValue)/LC_MESSAGES/usher.mo", besideFileOf: program)
    else { return .english }
    return Catalog(language, Array(data)) ?? .english
  }

  /// Reads a file, if it and its folders belong to root, to the user or to the owner of `program`, and only they can
  /// write to them.
  ///
  /// Sentences of somebody else could ask for anything.
  private static func trusted(_ path: String, besideFileOf program: String) -> Data? {
    var owner = stat()
    guard stat(program, &owner) == 0 else { return nil }
    let owners = [0, geteuid(), owner.st_uid]
    func isTrusted(_ place: borrowing Descriptor) throws(Errno) -> Bool {
      let status = try place.status()
      return owners.contains(status.st_uid) && status.st_mode & 0o022 == 0
    }
    do throws(Errno) {
      let folder = program[..<(program.lastIndex(of: "/") ?? program.endIndex)]
      var place = try Descriptor(folder + "/..", O_RDONLY | O_DIRECTORY)
      for name in path.split(separator: "/") {
        place = try Descriptor(String(name), in: place.raw, O_RDONLY)
        guard try isTrusted(place) else { return nil }
      }
      return try place.read(limit: 16 << 20)
    } catch {
      return nil
    }
  }

  /// Reads the file of a catalogue; returns nil if it is not one.
  init?(_ language: ReaderLanguage, _ file: [UInt8]) {
    guard let file = CatalogFile(file) else { return nil }
    self.init(language: language.tag) { format, plural in
      file.translation(of: format, form: plural.map { language.form(of: $0.count.magnitude) } ?? 0)
    }
  }
}

extension String {
  /// The path of this program; nil where the system does not tell it.
  fileprivate static var ownProgram: String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }
}

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
