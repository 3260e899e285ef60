import CSystem
import Essentials
import LibC

extension Catalog {
  /// The catalogue for the reader's locale, from the folder `../share/locale` beside this program.
  ///
  /// Without one, texts stay in English. Call this before any thread starts, and after the environment was read: it
  /// changes `LANGUAGE` in the environment of this process.
  static func ofReader(_ environment: Environment) -> Catalog {
    guard let locale = ReaderLocale(environment), let language = locale.catalogue,
      let program = realpath("/proc/self/exe", nil)
    else { return .english }
    defer { free(program) }
    let path = String(cString: program)
    let share = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]) + "/../share"
    // Sentences of somebody else could ask for anything.
    guard isTrusted(share, "locale", language.rawValue, "LC_MESSAGES", "usher.mo", besideFileOf: path) else {
      return .english
    }
    return Catalog(language, in: share + "/locale", locale: locale.name) ?? .english
  }

  /// Whether the path from `folder` on belongs to root, to the user or to the owner of `program`, and only they can
  /// write to it.
  private static func isTrusted(_ folder: String, _ names: String..., besideFileOf program: String) -> Bool {
    var owner = stat()
    guard stat(program, &owner) == 0 else { return false }
    var path = folder
    return ([""] + names).allSatisfy { name in
      if !name.isEmpty { path += "/" + name }
      var status = stat()
      guard stat(path, &status) == 0 else { return false }
      return [0, geteuid(), owner.st_uid].contains(status.st_uid) && status.st_mode & 0o002 == 0
    }
  }

  /// Opens the catalogue of `language` with the C library's gettext; returns nil if there is none.
  ///
  /// A process has one catalogue: the one that it opened last.
  init?(_ language: ReaderLanguage, in folder: String, locale: String) {
    guard csystem_open_catalog(folder, language.rawValue, locale) == 0 else { return nil }
    self.init(language: language.tag) { format, plural in
      let found =
        if let plural {
          csystem_plural_translation(format, plural.format, UInt(plural.count.magnitude))
        } else {
          csystem_translation(format)
        }
      return found.map { String(cString: $0) }
    }
  }
}
