import Testing

@testable import UsherTool

/// Which languages an environment asks for.
struct ReaderLocaleTests {
  /// What follows from the variables `LANG`, `LC_MESSAGES`, `LC_ALL` and `LANGUAGE`.
  struct Case: Sendable {
    let variables: [String: String]
    let catalogue: ReaderLanguage?
    /// The tag of SMS and e-mails, and the variable that names it.
    let messages: String?

    init(_ variables: [String: String], _ catalogue: ReaderLanguage?, _ messages: String?) {
      self.variables = variables
      self.catalogue = catalogue
      self.messages = messages
    }
  }

  static let cases: [Case] = [
    // The locale.
    Case(["LANG": "vi_VN.UTF-8"], .vietnamese, "vi (LANG)"),
    Case(["LANG": "vi"], .vietnamese, "vi (LANG)"),
    Case(["LANG": "es_MX.utf8"], .spanish, "es (LANG)"),
    Case(["LANG": "es_419.UTF-8"], .spanish, "es (LANG)"),
    Case(["LANG": "es_ES.UTF-8@euro"], .spanish, "es (LANG)"),
    Case(["LANG": "ES_es.Utf-8"], .spanish, "es (LANG)"),
    Case(["LANG": "zh_CN.UTF-8"], .simplifiedChinese, "zh (LANG)"),
    Case(["LANG": "zh-CN"], .simplifiedChinese, "zh (LANG)"),
    Case(["LANG": "zh"], .simplifiedChinese, "zh (LANG)"),
    Case(["LANG": "zh_SG.UTF-8"], .simplifiedChinese, "zh (LANG)"),
    Case(["LANG": "zh_Hans_SG.UTF-8"], .simplifiedChinese, "zh (LANG)"),
    Case(["LANG": "zh_Hans_HK.UTF-8"], .simplifiedChinese, "zh (LANG)"),
    Case(["LANG": "zh_TW.UTF-8"], .traditionalChinese, "zh-TW (LANG)"),
    Case(["LANG": "zh_HK.UTF-8"], .traditionalChinese, "zh-TW (LANG)"),
    Case(["LANG": "zh_MO.UTF-8"], .traditionalChinese, "zh-TW (LANG)"),
    Case(["LANG": "zh_Hant_HK.UTF-8"], .traditionalChinese, "zh-TW (LANG)"),
    Case(["LANG": "pt_BR.UTF-8"], .brazilianPortuguese, "pt-BR (LANG)"),
    Case(["LANG": "pt_PT.UTF-8"], .brazilianPortuguese, "pt-BR (LANG)"),
    Case(["LANG": "tr_TR.UTF-8"], nil, "tr (LANG)"),
    Case(["LANG": "nl_NL.UTF-8"], nil, nil),
    Case(["LANG": "en_US.UTF-8"], nil, nil),
    // No locale.
    Case([:], nil, nil),
    Case(["LANG": "C"], nil, nil),
    Case(["LANG": "C.UTF-8"], nil, nil),
    Case(["LANG": "POSIX"], nil, nil),
    Case(["LANG": "", "LC_ALL": "", "LC_MESSAGES": "", "LANGUAGE": ""], nil, nil),
    Case(["LANG": "es ES"], nil, nil),
    Case(["LANG": "../../es"], nil, nil),
    Case(["LANG": ".UTF-8"], nil, nil),
    Case(["LANG": "español"], nil, nil),
    Case(["LANG": "e"], nil, nil),
    // The first variable that is not empty.
    Case(["LC_ALL": "es_ES.UTF-8", "LC_MESSAGES": "vi_VN.UTF-8", "LANG": "C"], .spanish, "es (LC_ALL)"),
    Case(
      ["LC_ALL": "", "LC_MESSAGES": "vi_VN.UTF-8", "LANG": "es_ES.UTF-8"], .vietnamese, "vi (LC_MESSAGES)"),
    Case(["LC_ALL": "C", "LANG": "es_ES.UTF-8", "LANGUAGE": "es"], nil, nil),
    Case(["LC_ALL": "en_US.UTF-8", "LANG": "es_ES.UTF-8"], nil, nil),
    Case(["LC_CTYPE": "zh_CN.UTF-8", "LC_TIME": "es_ES.UTF-8"], nil, nil),
    // LANGUAGE.
    Case(["LANG": "C.UTF-8", "LANGUAGE": "zh_CN"], .simplifiedChinese, "zh (LANGUAGE)"),
    Case(["LANG": "C", "LANGUAGE": "zh_CN"], nil, nil),
    Case(["LANG": "POSIX", "LANGUAGE": "zh_CN"], nil, nil),
    Case(["LANGUAGE": "zh_CN"], nil, nil),
    Case(["LANG": "es_ES.UTF-8", "LANGUAGE": ""], .spanish, "es (LANG)"),
    Case(["LANG": "es_ES.UTF-8", "LANGUAGE": "vi_VN.UTF-8:es"], .vietnamese, "vi (LANGUAGE)"),
    Case(["LANG": "en_US.UTF-8", "LANGUAGE": ":zh_CN"], .simplifiedChinese, "zh (LANGUAGE)"),
    Case(["LANG": "en_US.UTF-8", "LANGUAGE": "zh_TW:zh_CN"], .traditionalChinese, "zh-TW (LANGUAGE)"),
    Case(["LANG": "en_US.UTF-8", "LANGUAGE": "eu:es:vi"], .spanish, "es (LANGUAGE)"),
    Case(["LANG": "en_US.UTF-8", "LANGUAGE": "???:es"], .spanish, "es (LANGUAGE)"),
    Case(["LANG": "zh_CN.UTF-8", "LANGUAGE": "en:zh_CN"], nil, nil),
    Case(["LANG": "zh_CN.UTF-8", "LANGUAGE": "en_US:en"], nil, nil),
    Case(["LANG": "zh_CN.UTF-8", "LANGUAGE": "nl:en_GB:zh_CN"], nil, nil),
    Case(["LANG": "zh_CN.UTF-8", "LANGUAGE": "C:zh_CN"], nil, nil),
    Case(["LANG": "zh_CN.UTF-8", "LANGUAGE": "nl"], nil, nil),
    Case(["LANG": "zh_CN.UTF-8", "LANGUAGE": ":"], nil, nil),
    // A terminal that does not show UTF-8.
    Case(["LANG": "zh_CN.GB18030"], nil, "zh (LANG)"),
    Case(["LANG": "ja_JP.eucJP", "LANGUAGE": "es"], nil, "es (LANGUAGE)"),
    Case(["LANG": "es_ES.ISO-8859-15@euro"], nil, "es (LANG)"),
    Case(["LANG": "es_ES."], nil, "es (LANG)"),
  ]

  @Test(arguments: cases) func theFirstKnownLanguageBeforeEnglishIsTaken(expected: Case) {
    let locale = ReaderLocale(Environment(expected.variables))
    #expect(locale?.catalogue == expected.catalogue)
    #expect(locale?.messages.map { "\($0.tag) (\($0.variable))" } == expected.messages)
  }
}
