import Essentials
import LibC
import TestSupport
import Testing

@testable import UsherTool

/// Translations in files of `msgfmt`.
struct CatalogTests {
  private let folder = TemporaryFolder()
  private static let place = "share/locale/es/LC_MESSAGES"
  private static let spanish = #"""
    msgid "%1$@ (100%% sure)"
    msgstr "%1$@ (100 %% seguro)"

    msgid "%1$@ code"
    msgid_plural "%1$@ codes"
    msgstr[0] "%1$@ código"
    msgstr[1] "%1$@ códigos"

    msgid "Copied."
    msgstr "Copiado."
    """#

  init() throws {
    for name in ["bin", "share", "share/locale", "share/locale/es", Self.place] {
      folder.makeFolder(name, mode: 0o755)
    }
    folder.write("", to: "bin/usher")
    try compile(plurals: "nplurals=2; plural=(n != 1);", Self.spanish)
  }

  /// Compiles the entries to the file of the Spanish catalogue, and returns it.
  @discardableResult
  private func compile(plurals: String, _ entries: String) throws -> [UInt8] {
    let head = #"""
      msgid ""
      msgstr ""
      "Content-Type: text/plain; charset=UTF-8\n"
      "Plural-Forms: \#(plurals)\n"


      """#
    folder.write(head + entries + "\n", to: "es.po")
    let said = try Program(
      "msgfmt", "--check", "--endianness=little", "-o", folder.path(of: Self.place + "/usher.mo"),
      folder.path(of: "es.po")
    ).run()
    let file = (try? Data(contentsOf: URL(filePath: folder.path(of: Self.place + "/usher.mo")))).map(
      Array.init)
    chmod(folder.path(of: Self.place + "/usher.mo"), 0o644)
    return try #require(file, "\(said)")
  }

  /// The catalogue for readers of Spanish.
  private var found: Catalog {
    Catalog.ofReader(Environment(["LANG": "es_MX.UTF-8"]), besideFileOf: folder.path(of: "bin/usher"))
  }

  private static func codes(_ catalog: Catalog) -> [String] {
    [0, 1, 2, -1].map { Text(counting: $0, one: "\($0) code", other: "\($0) codes").in(catalog) }
  }

  private static func others(_ catalog: Catalog) -> [String] {
    (["\("Kim") (100% sure)", "Copied.", "not in the catalogue", ""] as [Text]).map { $0.in(catalog) }
  }

  @Test func aTextIsReadInTheLanguageOfTheCatalogue() throws {
    #expect(found.language == "es")
    #expect(Self.codes(found) == ["0 códigos", "1 código", "2 códigos", "-1 código"])
    #expect(Self.others(found) == ["Kim (100 % seguro)", "Copiado.", "not in the catalogue", ""])
    let entries = #"""
      msgid "%1$@ code"
      msgid_plural "%1$@ codes"
      msgstr[0] "%1$@ 个验证码"
      """#
    let chinese = try #require(
      Catalog(.simplifiedChinese, try compile(plurals: "nplurals=1; plural=0;", entries)))
    #expect(Self.codes(chinese) == ["0 个验证码", "1 个验证码", "2 个验证码", "-1 个验证码"])
    #expect(Self.others(chinese) == ["Kim (100% sure)", "Copied.", "not in the catalogue", ""])
  }

  /// The catalogues say the same as the program, in their head.
  @Test(arguments: ReaderLanguage.allCases)
  func aLanguageHasTheFormsOfItsCatalogue(_ language: ReaderLanguage) throws {
    let rules = [
      "nplurals=2; plural=(n != 1);": [1, 0, 1, 1], "nplurals=2; plural=(n > 1);": [0, 0, 1, 1],
      "nplurals=1; plural=0;": [0, 0, 0, 0],
    ]
    let rule = try #require(TranslationFile(language.rawValue + ".po").plurals)
    #expect(rules[rule] == [0, 1, 2, 101].map(language.form))
  }

  @Test(
    arguments: [
      (nil, "vi"), ("", "vi"), ("*", "vi"), ("nl", "vi"), ("es", "es"), ("es-MX,es;q=0.9,en;q=0.8", "es"),
      ("en-US,en;q=0.9,es;q=0.8", "en"), ("fr;q=0.2, es;q=0.5, en;q=0.3", "es"), ("es;q=0, nl", "vi"),
      ("ja, es;q=0.1", "es"), ("vi, es", "vi"), ("es;q=x, en", "en"), ("<script>, ;;, es", "es"),
      ("vi;q=0", "en"), ("vi;q=0, nl", "en"),
    ] as [(String?, String)])
  func aPageIsInALanguageThatTheBrowserAccepts(_ header: String?, _ language: String) {
    let reader = Catalog(language: "vi") { _, _ in nil }
    let program = folder.path(of: "bin/usher")
    #expect(
      Catalog.accepted(by: header, ofReader: reader, besideFileOf: program).language == language,
      "\(header ?? "")")
  }

  @Test func withoutAFileThereIsNoCatalogue() {
    unlink(folder.path(of: Self.place + "/usher.mo"))
    #expect(found.language == "en")
    let program = folder.path(of: "nowhere/usher")
    #expect(Catalog.ofReader(Environment(["LANG": "es_ES.UTF-8"]), besideFileOf: program).language == "en")
    #expect(Catalog(.spanish, []) == nil)
    #expect(Catalog(.spanish, Array("usher".utf8)) == nil)
  }

  /// Whoever writes the sentences could ask for anything.
  @Test(arguments: ["share", "share/locale", "share/locale/es", place, place + "/usher.mo"])
  func aFileToWhichOthersCanWriteIsNotTaken(name: String) {
    let (path, mode): (String, mode_t) = (folder.path(of: name), name.hasSuffix(".mo") ? 0o644 : 0o755)
    for more: mode_t in [0o020, 0o002, 0o022] {
      chmod(path, mode | more)
      #expect(found.language == "en", "\(more)")
    }
    chmod(path, mode)
    #expect(found.language == "es")
    // Only root can give a file away.
    guard geteuid() == 0 else { return }
    chown(path, 12_345, 0)
    #expect(found.language == "en")
    chown(folder.path(of: "bin/usher"), 12_345, 0)
    #expect(found.language == "es")
  }

  /// Every byte of the file, and every length.
  @Test func aDamagedFileEndsNothing() throws {
    let file = try compile(plurals: "nplurals=2; plural=(n != 1);", Self.spanish)
    let known: Set = [
      "%1$@ (100 %% seguro)", "Kim (100 % seguro)", "Kim (100% sure)", "Copiado.", "Copied.",
      "not in the catalogue", "",
    ]
    func read(_ file: [UInt8]) {
      guard let catalog = Catalog(.spanish, file) else { return }
      _ = Self.codes(catalog) + Self.others(catalog)
    }
    for length in 0..<file.count {
      let short = Array(file.prefix(length))
      guard let catalog = Catalog(.spanish, short) else { continue }
      #expect(Set(Self.others(catalog)).isSubset(of: known))
    }
    for index in file.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var damaged = file
        damaged[index] = value
        read(damaged)
        if index % 4 == 0, index + 4 <= file.count {
          damaged.replaceSubrange(index..<index + 4, with: repeatElement(value, count: 4))
          read(damaged)
        }
      }
    }
  }
}
