import Essentials
import LibC
import TestSupport
import Testing

@testable import UsherTool

/// Translations that the C library's gettext reads. A process has one catalogue, so each test uses a process of its own.
struct CatalogTests {
  private let folder = TemporaryFolder()

  init() throws {
    try write(
      .spanish, plurals: "nplurals=2; plural=(n != 1);",
      #"""
      msgid "%1$@ (100%% sure)"
      msgstr "%1$@ (100 %% seguro)"

      msgid "%1$@ code"
      msgid_plural "%1$@ codes"
      msgstr[0] "%1$@ código"
      msgstr[1] "%1$@ códigos"
      """#)
    try write(
      .simplifiedChinese, plurals: "nplurals=1; plural=0;",
      #"""
      msgid "%1$@ code"
      msgid_plural "%1$@ codes"
      msgstr[0] "%1$@ 个验证码"
      """#)
  }

  private func write(_ language: ReaderLanguage, plurals: String, _ entries: String) throws {
    let place = language.rawValue + "/LC_MESSAGES"
    folder.makeFolder(language.rawValue)
    folder.makeFolder(place)
    let head = #"""
      msgid ""
      msgstr ""
      "Content-Type: text/plain; charset=UTF-8\n"
      "Plural-Forms: \#(plurals)\n"


      """#
    let source = language.rawValue + ".po"
    folder.write(head + entries + "\n", to: source)
    let said = try Program(
      "msgfmt", "--check", "-o", folder.path(of: place + "/usher.mo"), folder.path(of: source)
    ).run()
    try #require(folder.text(of: place + "/usher.mo") != nil, "\(said)")
  }

  private static func codes(_ catalog: Catalog?) -> [String]? {
    catalog.map { catalog in
      [0, 1, 2, -1].map { Text(counting: $0, one: "\($0) code", other: "\($0) codes").in(catalog) }
    }
  }

  private static func others(_ catalog: Catalog?) -> [String]? {
    catalog.map { catalog in
      (["\("Kim") (100% sure)", "not in the catalogue", ""] as [Text]).map { $0.in(catalog) }
    }
  }

  @Test func aTextIsReadInTheLanguageOfTheCatalogue() async {
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      let spanish = Catalog(.spanish, in: path, locale: "es_MX.UTF-8")
      #expect(CatalogTests.codes(spanish) == ["0 códigos", "1 código", "2 códigos", "-1 código"])
      #expect(
        CatalogTests.others(spanish) == ["Kim (100 % seguro)", "not in the catalogue", ""])
    }
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      let chinese = Catalog(.simplifiedChinese, in: path, locale: "zh_SG.UTF-8")
      #expect(CatalogTests.codes(chinese) == ["0 个验证码", "1 个验证码", "2 个验证码", "-1 个验证码"])
      #expect(CatalogTests.others(chinese) == ["Kim (100% sure)", "not in the catalogue", ""])
    }
  }

  @Test func withoutAFileThereIsNoCatalogue() async {
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      #expect(Catalog(.vietnamese, in: path, locale: "vi_VN.UTF-8") == nil)
      #expect(Catalog(.spanish, in: path + "/nowhere", locale: "es_MX.UTF-8") == nil)
      // Nor beside the program of this test.
      let besideThisProgram = Catalog.ofReader(Environment(["LANG": "es_ES.UTF-8"]))
      #expect(CatalogTests.codes(besideThisProgram) == CatalogTests.codes(.english))
    }
  }

  /// JSON has the system's sentences, and libedit has a locale of its own while a person types.
  @Test func nothingElseIsTranslated() async {
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      let catalog = Catalog(.spanish, in: path, locale: "es_ES.UTF-8")
      uselocale(newlocale(1 << LC_CTYPE, "C.UTF-8", nil))
      #expect(CatalogTests.codes(catalog)?.last == "-1 código")
      #expect(String(cString: strerror(ENOENT)) == "No such file or directory")
      #expect(String(cString: setlocale(LC_ALL, nil)) == "C")
    }
  }

  @Test func aChildProgramGetsTheUsersOwnLanguages() async {
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      let environment = Environment(["LANG": "es_ES.UTF-8", "LANGUAGE": "vi:es", "PATH": "/usr/bin:/bin"])
      #expect(Catalog(.spanish, in: path, locale: "es_ES.UTF-8") != nil)
      let languages = try ChildProgram.firstLine(of: "echo $LANGUAGE", environment, within: .seconds(60))
      #expect(languages == "vi:es")
    }
  }
}
