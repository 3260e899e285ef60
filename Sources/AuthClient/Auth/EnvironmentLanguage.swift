import IdentityToolkit
import LibC

/// The language that the program's environment variables set.
enum EnvironmentLanguage {
  /// The BCP 47 tag from the first variable that is set.
  ///
  /// It is nil for `C`, `POSIX` and anything that is not a language.
  ///
  /// The order of the variables is POSIX's.
  static var tag: String? {
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
      guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { continue }
      return LanguageTag(locale: value)?.text
    }
    return nil
  }
}
