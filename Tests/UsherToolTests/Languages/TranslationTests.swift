import AuthClient
import CommandKit
import Essentials
import IdentityToolkit
import TerminalIO
import TestSupport
import Testing

@testable import UsherTool

/// The catalogues of the project, as readers see them.
struct TranslationTests {
  private static let languages = ReaderLanguage.allCases

  private static func catalog(_ language: ReaderLanguage) throws -> Catalog {
    try TranslationFile(language.rawValue + ".po").catalog(language: language.tag)
  }

  @Test(arguments: languages)
  func everyTextIsTranslated(_ language: ReaderLanguage) throws {
    let template = try TranslationFile("usher.pot").entries
    let catalogue = try TranslationFile(language.rawValue + ".po").entries
    let missing = template.keys.filter { format in
      catalogue[format]?.translations.contains { $0.isEmpty } ?? true
    }
    #expect(missing.sorted() == [])
    #expect(catalogue.keys.filter { template[$0] == nil }.sorted() == [])
  }

  /// Every message of the tables, at a terminal of so many columns.
  @Test(arguments: languages, [40, 80])
  func everyMessageFitsTheTerminal(_ language: ReaderLanguage, columns: Int) throws {
    let catalog = try Self.catalog(language)
    let diagnoses =
      RefusalMeaning.table.keys.sorted { $0.rawValue < $1.rawValue }.map { Diagnosis(ServerError($0)) }
      + AuthErrorCode.allCases.map { Diagnosis($0.name, .failure, $0.sentence) }
    for diagnosis in diagnoses {
      let lines = diagnosis.lines(columns: columns, in: catalog)
      for line in lines.flatMap({ WrappedLines($0, columns).lines }) {
        #expect(Self.isClean(line), "\(diagnosis.code): \(line)")
        #expect(
          LineWrapping.width(line) <= columns || Self.isWhole(line), "\(diagnosis.code): \(line)")
      }
      #expect(lines[0] != diagnosis.lines(columns: columns, in: .english)[0], "\(diagnosis.code)")
    }
  }

  @Test(arguments: languages, [40, 80])
  func theHelpFitsTheTerminal(_ language: ReaderLanguage, columns: Int) throws {
    let catalog = try Self.catalog(language)
    for command in Tool.commands.description.commands {
      let topic = Topic.command(command.name)
      let page = Tool.commands.help(on: topic, width: columns, in: catalog)
      #expect(page != Tool.commands.help(on: topic, width: columns), "\(command.name)")
      #expect(page.split(separator: "\n").allSatisfy { Self.isClean(String($0)) }, "\(command.name)")
      let abstract = TextLayout.wrap(command.abstract.in(catalog), width: columns)
      #expect(
        abstract.allSatisfy { LineWrapping.width($0) <= columns || Self.isWhole($0) }, "\(command.name)")
    }
  }

  @Test(arguments: languages)
  func yesAndNoAreTakenInTheLanguageAndInEnglish(_ language: ReaderLanguage) throws {
    let catalog = try Self.catalog(language)
    let words: [ReaderLanguage: [(String, Bool)]] = [
      .spanish: [("sí", true), ("SI", true), ("s", true)],
      .vietnamese: [("có", true), ("Co", true), ("không", false), ("khong", false)],
      .simplifiedChinese: [("是", true), ("否", false), ("ｙ", true)],
      .traditionalChinese: [("是", true), ("否", false)],
      .brazilianPortuguese: [("sim", true), ("s", true), ("não", false)],
      .japanese: [("はい", true), ("いいえ", false)],
      .french: [("oui", true), ("o", true), ("non", false)],
    ]
    for (word, expected) in (words[language] ?? []) + [
      ("y", true), ("yes", true), ("n", false), ("NO", false),
    ] {
      let terminal = ScriptedTerminal(catalog: catalog, answers: [.line(word)])
      #expect(try terminal.confirm("Sign out all sessions?", within: nil) == expected, "\(word)")
    }
  }

  /// What a program reads is the same in every language.
  @Test(arguments: languages)
  func scriptsReadEnglish(_ language: ReaderLanguage) throws {
    let tool = ToolHarness()
    tool.catalog = try Self.catalog(language)
    let failure = tool.run("token", "--json")
    #expect(failure.json?["error"]?["message"] == "no user is signed in")
    #expect(tool.run("token").errors != ToolHarness().run("token").errors)
  }

  private static func isClean(_ line: String) -> Bool {
    !line.contains("$@")
      && line.unicodeScalars.allSatisfy {
        ![.control, .format, .privateUse].contains($0.properties.generalCategory)
      }
  }

  /// Whether nothing in the line could be broken: it is one word, or a command.
  private static func isWhole(_ line: String) -> Bool {
    let text = line.drop { $0 == " " }
    return text.hasPrefix("usher ") || !text.contains(" ")
  }
}

/// A paragraph in lines of a terminal.
private struct WrappedLines {
  let lines: [String]

  init(_ paragraph: String, _ columns: Int) {
    let words = paragraph.split(separator: " ").map { (gap: " "[...], text: $0) }
    lines =
      paragraph.hasPrefix("  ")
      ? [paragraph] : LineWrapping.lines(of: words, columns: columns).map { String($0.drop { $0 == " " }) }
  }
}
