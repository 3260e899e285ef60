import AuthServer
import Essentials
import IdentityToolkit

/// The locale of the reader, from the environment variables that gettext reads.
struct ReaderLocale {
  /// Such as `es_MX.UTF-8`.
  private let name: String

  /// The languages that the reader prefers to English, the preferred one first.
  private let languages: [LanguageTag]

  /// The variable that names the languages.
  private let variable: String

  /// Returns nil for the locale C. There, gettext ignores `LANGUAGE`.
  init?(_ environment: Environment) {
    let locales: [(variable: String, name: String?)] = [
      ("LC_ALL", environment["LC_ALL"]), ("LC_MESSAGES", environment["LC_MESSAGES"]),
      ("LANG", environment["LANG"]),
    ]
    guard let locale = locales.first(where: { !($0.name ?? "").isEmpty }), let name = locale.name,
      !Self.isC(name)
    else { return nil }
    self.name = name
    let names: [String]
    if let list = environment["LANGUAGE"], !list.isEmpty {
      variable = "LANGUAGE"
      names = list.split(separator: ":").map(String.init)
    } else {
      variable = locale.variable
      names = [name]
    }
    // English needs no catalogue, so it ends the list like C. gettext itself would look for a catalogue and skip it.
    languages = Array(
      names.prefix { !Self.isC($0) }.compactMap(LanguageTag.init(locale:)).prefix { $0.lookup.last != "en" })
  }

  /// The language of the catalogue; nil for English, and for a terminal that does not show UTF-8.
  var catalogue: ReaderLanguage? {
    encodesUTF8 ? languages.lazy.compactMap(ReaderLanguage.init).first : nil
  }

  /// The language for SMS and e-mails, and the variable that names it.
  ///
  /// It is nil for English and for languages that usher's own server does not have: then the project decides.
  var messages: (tag: String, variable: String)? {
    languages.lazy.compactMap(MessageLanguage.matching).first.map { ($0.tag, variable) }
  }

  /// Whether the terminal shows UTF-8. Today's terminals also do if the locale names no encoding.
  private var encodesUTF8: Bool {
    guard let dot = name.firstIndex(of: ".") else { return true }
    let encoding = name[name.index(after: dot)...].prefix { $0 != "@" }
    return ["utf8", "utf-8"].contains(encoding.asciiLowercased())
  }

  private static func isC(_ name: String) -> Bool { name == "C" || name == "POSIX" }
}
