import CommandKit
import Essentials
import TestSupport
import Testing

@testable import UsherTool

/// What holds for every command.
@Suite struct CommandTableTests {
  private static let commands = Tool.commands.description.commands
  private static let names = commands.map(\.name)

  @Test func namesAreUnique() {
    #expect(Set(Self.names).count == Self.names.count)
  }

  @Test func theFixedNamesAreThere() {
    #expect(
      Set(Self.names).isSuperset(of: [
        "verify-phone", "confirm-code", "send-link", "complete-link", "signout",
      ]))
  }

  @Test func everyBeginningOfANameIsAGroup() {
    let beginnings = Self.names.flatMap { name in
      let words = name.split(separator: " ")
      return (1..<words.count).map { words.prefix($0).joined(separator: " ") }
    }
    let groups = Tool.commands.groups
    #expect(groups.map(\.name).sorted() == Set(beginnings).sorted())
    for group in groups { #expect(Self.isOneSentence(group.abstract.english), "\(group.name)") }
  }

  @Test func everySynonymIsAnotherWordForACommand() {
    for (word, command) in Tool.commands.synonyms {
      // It may have options.
      let words = command.split(separator: " ").map(String.init)
      #expect(
        Tool.commands.parse(words).command == words.prefix { !$0.hasPrefix("-") }.joined(separator: " "),
        "\(word)")
      #expect(Tool.commands.topic(word) == nil)
    }
  }

  @Test(arguments: commands)
  func aCommandSaysWhatItDoesInOneSentence(_ command: CommandDescription) {
    #expect(Self.isOneSentence(command.abstract.english))
  }

  @Test(arguments: Tool.commands.description.globals + commands.flatMap(\.arguments))
  func anArgumentIsDocumentedInOneSentence(_ argument: ArgumentDescription) {
    #expect(Self.isOneSentence(argument.help.english))
  }

  /// A line that is understood, of a command that has all the options.
  @Test(arguments: commands.filter { $0.sameAs != nil })
  func anotherNameOfACommandLeadsToOne(_ command: CommandDescription) throws {
    let parsed = Tool.commands.parse(command.sameAs?.split(separator: " ").map(String.init) ?? [])
    guard case .run = parsed.outcome else {
      Issue.record("\(command.name): \(parsed.outcome)")
      return
    }
    let original = try #require(Tool.commands.description.original(of: command)?.command)
    #expect(original.name == parsed.command)
    #expect(command.options.allSatisfy { original.options.contains($0) })
  }

  @Test(arguments: commands)
  func everyExampleIsALineThatTheCommandTakes(_ command: CommandDescription) throws {
    #expect(!command.examples.isEmpty)
    for example in command.examples {
      #expect(Self.isOneSentence(example.purpose))
      let parsed = Tool.commands.parse(try #require(example.words(for: "usher"), "\(example.line)"))
      #expect(parsed.command == command.name, "\(example.line)")
      if case .run = parsed.outcome { continue }
      Issue.record("\(example.line): \(parsed.outcome)")
    }
  }

  @Test(arguments: commands)
  func noOptionStandsForTwoThings(_ command: CommandDescription) {
    let spellings = (command.options + Tool.commands.description.globals).flatMap(\.spellings)
    #expect(Set(spellings).count == spellings.count)
    let places = command.operands.map(\.name)
    #expect(Set(places).count == places.count)
  }

  @Test(arguments: commands)
  func noSecretIsTakenFromTheCommandLine(_ command: CommandDescription) {
    let secrets: Set = [
      "password", "token", "id-token", "refresh-token", "custom-token", "owner-token", "app-check-token",
      "recaptcha-token", "totp-secret", "api-key",
    ]
    let options = (command.options + Tool.commands.description.globals).filter { $0.kind == .option }
    #expect(secrets.isDisjoint(with: options.map(\.name)))
    for secret in secrets {
      let words = command.name.split(separator: " ").map(String.init) + ["--" + secret, "hunter2"]
      switch Tool.commands.parse(words).outcome {
      case .failure(.refusedOption), .failure(.unknownOption): continue
      case let outcome: Issue.record("\(words): \(outcome)")
      }
    }
  }

  /// Advice about an option or an argument that the command lacks would lead nowhere.
  @Test(arguments: Tool.commands.commands.map { $0.name })
  func theAdviceForAnOptionIsAboutWhatTheCommandHas(_ name: String) throws {
    let command = try #require(Self.commands.first { $0.name == name })
    let followed = (Tool.commands.command(name) as? any UsherCommand.Type)?.init().directions ?? .all
    let ignored = Direction.allCases.filter { !followed.contains($0) }.map(\.option)
    let options = (command.options + Tool.commands.description.globals).map(\.spelling)
      .filter { !ignored.contains($0) }
    for option in Self.optionsOfPeers {
      let line = name.split(separator: " ").map(String.init) + [option, "x"]
      guard case .failure(.refusedOption(_, let advice)) = Tool.commands.parse(line).outcome else { continue }
      for match in advice.english.matches(of: /--[a-z-]+/) {
        #expect(options.contains(String(match.0)), "\(line): \(advice)")
      }
      if advice.contains("--json") { #expect(!command.resultFields.isEmpty, "\(line): \(advice)") }
      if advice.contains("as an argument") { #expect(!command.operands.isEmpty, "\(line): \(advice)") }
    }
  }

  private static let optionsOfPeers = Set(
    (Tool.commands.refused + Tool.commands.commands.flatMap { $0.refused }).map {
      $0.name.count == 1 ? "-" + $0.name : "--" + $0.name
    }
  ).sorted()

  @Test(arguments: commands)
  func everyFieldOfAResultIsAPath(_ command: CommandDescription) {
    #expect(Set(command.resultFields).count == command.resultFields.count)
    for field in command.resultFields {
      let path = field.split(separator: ".", omittingEmptySubsequences: false)
      #expect(path.allSatisfy { $0.wholeMatch(of: /[a-z][a-z0-9_]*(\[\])?|\*/) != nil }, "\(field)")
      #expect(!path.dropLast().contains("*"), "\(field)")
    }
  }

  @Test(arguments: commands)
  func theHelpOfACommandListsItsFields(_ command: CommandDescription) {
    let help = Tool.commands.help(on: .command(command.name))
    let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains(", usher help json \(command.name)") == !command.resultFields.isEmpty)
    let fields = Tool.commands.fields(of: command.name, width: 120)
    for field in command.resultFields {
      #expect(fields.contains("  " + (field.split(separator: ".").first ?? "")), "\(field)")
    }
  }

  @Test(arguments: HelpTopic.allCases)
  func aTopicNamesCommandsThatExist(_ topic: HelpTopic) {
    let text = topic.text.whole
    expectCommands(in: text.prose)
    for term in text.terms + text.groups.flatMap(\.terms) { expectCommands(in: term.meaning.english) }
  }

  @Test(arguments: commands)
  func theTextsOfACommandNameCommandsThatExist(_ command: CommandDescription) {
    expectCommands(in: command.discussion)
    expectCommands(in: command.manual)
  }

  /// Expects that a line of its own can be typed, and that prose speaks of commands that exist.
  private func expectCommands(in text: String) {
    for paragraph in TextLayout.paragraphs(text.replacing("\\\n", with: " ")) {
      switch paragraph {
      case .verbatim(let lines): for line in lines { expectToRun(line) }
      case .text(let text):
        for match in text.matches(of: /(?:^|[ (])usher ([a-z][^.,;:()]*)/) {
          let words = match.1.split(separator: " ").map(String.init)
          // Otherwise usher is who does something.
          if Self.isVerb(words[0]) { continue }
          #expect(Tool.commands.parse(words).command != nil, "\(match.0)")
        }
      }
    }
  }

  private static let firstWords = Set(names.map { $0.prefix { $0 != " " } })

  private static func isVerb(_ word: String) -> Bool {
    word.last == "s" && !firstWords.contains(word[...]) || ["itself", "then", "can", "cannot"].contains(word)
  }

  @Test func aLineOfTheReadmeIsOneThatTheToolTakes() throws {
    var isCode = false
    for line in try ProjectFiles.text(of: "README.md").split(separator: "\n") {
      if line.hasPrefix("```") { isCode.toggle() }
      // What the tool prints tells more than it quotes.
      let isPrinted = line.hasPrefix("    To finish:")
      if isCode || line.hasPrefix("    "), !isPrinted { expectToRun(String(line)) }
      // An interactive zsh takes a comment for arguments.
      if !isCode, line.hasPrefix("    ") { #expect(!line.contains(" #"), "\(line)") }
    }
  }

  /// Expects that the tool's words in a line of a shell are a command with all that it needs.
  private func expectToRun(_ line: String) {
    let line = line.replacing("$PREVIEW", with: "https://pr-7.preview.example.com")
    guard let words = Example(line, "").words(for: "usher") else { return }
    if case .run = Tool.commands.parse(words).outcome { return }
    Issue.record("\(line): \(Tool.commands.parse(words).outcome)")
  }

  /// Begins with a capital or a digit, ends with its only full stop.
  private static func isOneSentence(_ text: String) -> Bool {
    guard let first = text.first, first.isUppercase || first.isNumber else { return false }
    return text.last == "." && !text.dropLast().contains(". ") && !text.contains("\n")
  }
}
