import IdentityToolkit

/// A language with a catalogue of translations; the raw value is its name in `Sources/Catalogs`.
enum ReaderLanguage: String, CaseIterable {
  case simplifiedChinese = "zh_CN"
  case traditionalChinese = "zh_TW"
  case spanish = "es"
  case vietnamese = "vi"
  case brazilianPortuguese = "pt_BR"
  case japanese = "ja"
  case french = "fr"

  /// The language for readers of `tag`; nil if there is no catalogue for them.
  init?(_ tag: LanguageTag) {
    let subtags = tag.text.split(separator: "-")
    let name: String
    switch subtags[0] {
    case "zh" where subtags.contains("Hans"): name = "zh_CN"
    case "zh" where subtags.contains { ["Hant", "TW", "HK", "MO"].contains($0) }: name = "zh_TW"
    case "zh": name = "zh_CN"
    case "pt": name = "pt_BR"
    default: name = String(subtags[0])
    }
    self.init(rawValue: name)
  }

  /// The form of a plural for a number of things, in the order of `Plural-Forms` in the catalogue.
  func form(of count: UInt) -> Int {
    switch self {
    case .spanish: count == 1 ? 0 : 1
    case .brazilianPortuguese, .french: count > 1 ? 1 : 0
    case .simplifiedChinese, .traditionalChinese, .vietnamese, .japanese: 0
    }
  }

  /// Its BCP 47 tag.
  var tag: String { rawValue.replacing("_", with: "-") }
}
