import CommandKit
import Essentials
import TestSupport
import Testing

@testable import UsherTool

/// How the help of the tool, of its groups and of its commands is laid out.
@Suite struct HelpTests {
  private static let tool = Tool.commands.description
  private let harness = ToolHarness()

  @Test func theHelpOfTheToolFitsOneScreen() {
    let help = harness.run("--help")
    #expect(help.status == 0 && help.errors == "")
    #expect(help.output.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= 24)
    #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(harness.run("help") == help)
    #expect(harness.run([String]()) == .init(64, output: help.output))
  }

  @Test(arguments: ["", "project"]) func everyCommandStandsInOneSection(_ path: String) {
    let shown = Self.tool.sections(of: path).sections.flatMap(\.entries).flatMap(\.words)
    #expect(shown.sorted() == Self.tool.branches(of: path).map(\.word).sorted())
  }

  @Test(arguments: tool.paths) func noPageIsWiderThanATerminal(_ path: String) {
    let help = harness.run(path.split(separator: " ").map(String.init) + ["--help"])
    #expect(help.lines.filter { $0.count > 80 } == [])
  }

  @Test(arguments: HelpTopic.allCases) func noTopicIsWiderThanATerminal(_ topic: HelpTopic) {
    let lines = topic.text.laidOut(width: 80).split(separator: "\n").map(String.init)
    #expect(lines.filter { $0.count > 80 } == [])
  }

  /// Long discussions are the manual's.
  @Test func mostPagesFitTheScreen() {
    let heights = Self.tool.paths.map { path in
      (
        path,
        harness.run(path.split(separator: " ").map(String.init) + ["--help"]).output.count { $0 == "\n" }
      )
    }
    #expect(heights.filter { $0.1 <= 24 }.count >= 80)
    #expect(heights.filter { $0.1 > 48 }.map(\.0) == ["serve"])
  }

  @Test(arguments: tool.groups.filter { tool.command($0.name) == nil })
  func aBareGroupListsItsCommands(_ group: CommandGroup) {
    let words = group.name.split(separator: " ").map(String.init)
    let help = harness.run(words + ["--help"])
    #expect(help.status == 0 && help.errors == "")
    #expect(
      harness.run(words)
        == .init(64, errors: "error: '\(group.name)' needs a subcommand\n" + help.output))
    for branch in Self.tool.branches(of: group.name) { #expect(help.output.contains("\n  \(branch.word) ")) }
  }

  @Test func scriptsAreToldOfABareGroupAsOfOtherErrors() {
    let outcome = harness.run("session", "--json")
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(outcome.errors.contains(#""message":"'session' needs a subcommand""#))
    #expect(outcome.errors.contains(#""hint":"see the commands: usher session --help""#))
  }

  @Test(arguments: tool.commands)
  func theHelpOfACommandBeginsWithExamples(_ command: CommandDescription) throws {
    let help = Tool.commands.help(on: .command(command.name), width: 1000)
    let paragraphs = help.split(separator: "\n\n")
    #expect(paragraphs[1] == command.abstract.english)
    #expect(paragraphs[2].hasPrefix("Examples:\n  # \(command.examples[0].purpose)\n"))
  }

  @Test(arguments: tool.commands)
  func optionsOfAppVerificationAndSecondFactorsStandApart(_ command: CommandDescription) {
    let headings = ["testing": "App verification", "totp-secret-file": "Second factor"]
    for (option, heading) in headings {
      #expect(command.options.filter { $0.name == option }.allSatisfy { $0.heading?.english == heading })
    }
  }

  @Test func theFieldsOfACommandsResultAreHelp() {
    let help = harness.run("help", "json", "session", "list")
    #expect(help.status == 0 && help.errors == "")
    #expect(help.output == Tool.commands.fields(of: "session list"))
    #expect(harness.run("help", "json", "nonsense").status == 64)
  }

  @Test func theOptionsOfEveryCommandAreATopic() {
    let topic = harness.run("help", "options")
    #expect(topic.status == 0)
    for option in Self.tool.globals { #expect(topic.output.contains("--" + option.name)) }
    for (heading, options) in Self.tool.sharedOptions {
      #expect(topic.output.contains("\n\(heading):\n  --\(options[0].name)"))
    }
  }

  @Test func theLanguageIsThatOfTheService() throws {
    let language = try #require(Self.tool.globals.first { $0.name == "language" })
    #expect(language.help.contains("the service's SMS and e-mails"))
  }
}
