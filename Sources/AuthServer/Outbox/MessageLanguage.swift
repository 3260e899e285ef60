/// The languages that messages are written in.
enum MessageLanguage: String, Sendable, CaseIterable {
  case english = "en"
  case spanish = "es"
  case vietnamese = "vi"
  case chinese = "zh"

  /// - Parameter locale: a BCP 47 tag; English for a language that is not here, and for none.
  init(locale: String?) {
    let language = locale?.split { $0 == "-" || $0 == "_" }.first?.lowercased()
    self = language.flatMap(Self.init) ?? .english
  }
}
