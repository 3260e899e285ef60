import Essentials
import IdentityToolkit
import LibC
import PrivateFiles

extension Catalog {
  /// The catalogue for the reader's locale, from the folder `../share/locale` beside `program`, which is this one.
  ///
  /// Without one, texts stay in English.
  static func ofReader(_ environment: Environment, besideFileOf program: String? = .ownProgram) -> Catalog {
    ReaderLocale(environment)?.catalogue.flatMap { installed($0, besideFileOf: program) } ?? .english
  }

  /// The catalogue for the reader of a page, from the `Accept-Language` of the browser (RFC 9110, section 12.5.4).
  ///
  /// - Parameter reader: The catalogue if the browser accepts no language of usher's.
  static func accepted(
    by header: String?, ofReader reader: Catalog, besideFileOf program: String? = .ownProgram
  ) -> Catalog {
    let weights = LanguageTag.weights(in: header ?? "")
    for (tag, weight) in weights where weight > 0 {
      if tag.lookup.last == "en" { return .english }
      guard let language = ReaderLanguage(tag) else { continue }
      if language.tag == reader.language { return reader }
      if let catalog = installed(language, besideFileOf: program) { return catalog }
    }
    let isRefused = weights.contains { $0.weight == 0 && ReaderLanguage($0.tag)?.tag == reader.language }
    return isRefused ? .english : reader
  }

  private static func installed(_ language: ReaderLanguage, besideFileOf program: String?) -> Catalog? {
    guard let program,
      let data = trusted("share/locale/\(language.rawValue)/LC_MESSAGES/usher.mo", besideFileOf: program)
    else { return nil }
    return Catalog(language, Array(data))
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

extension LanguageTag {
  /// The languages of an `Accept-Language` header, the preferred one first.
  fileprivate static func weights(in header: String) -> [(tag: LanguageTag, weight: Double)] {
    var weights: [(tag: LanguageTag, weight: Double)] = []
    for range in header.prefix(1000).split(separator: ",") {
      let parts = range.filter { $0 != " " }.split(separator: ";").map(String.init)
      guard let name = parts.first, let tag = LanguageTag(name) else { continue }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      weights.append((tag, weight))
    }
    // Sorting keeps the order of those with equal weight.
    return weights.sorted { $0.weight > $1.weight }
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
