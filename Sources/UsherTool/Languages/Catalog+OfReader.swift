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
