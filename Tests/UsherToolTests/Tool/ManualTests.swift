import CommandKit
import TestSupport
import Testing

@testable import UsherTool

/// What the code knows, the manual says; and what the manual says, the code knows.
@Suite struct ManualTests {
  private static let tool = Tool.commands.description

  // MARK: - Options

  @Test(arguments: tool.commands)
  func thePageOfACommandListsItsOptions(_ command: CommandDescription) throws {
    let page = try ProjectFiles.text(of: "man/usher-\(command.name.replacing(" ", with: "-")).1")
    let isOtherName = Self.tool.original(of: command) != nil
    #expect(Self.listedOptions(page) == (isOtherName ? [] : command.options.flatMap(\.spellings).sorted()))
  }

  @Test func theToolsPageListsTheOptionsOfEveryCommand() throws {
    let page = try ProjectFiles.text(of: "man/usher.1")
    #expect(Self.listedOptions(page) == Self.tool.globals.flatMap(\.spellings).sorted())
  }

  /// Of the curl that is run, or shown.
  private static let optionsOfCurl: Set = ["--config", "--data-raw", "--disable"]
  /// Of the command of Firebase's tools that an export prints.
  private static let optionsOfFirebase: Set = [
    "--hash-algo", "--hash-key", "--rounds", "--mem-cost", "--block-size", "--parallelization", "--dk-len",
    "--salt-separator", "--hash-input-order",
  ]

  @Test func everyOptionThatATextSpeaksOfExists() throws {
    let options = Set((Self.tool.commands.flatMap(\.options) + Self.tool.globals).flatMap(\.spellings)).union(
      Self.optionsOfCurl.union(Self.optionsOfFirebase))
    for (path, text) in try ProjectFiles.sources where path.hasPrefix("UsherTool/") {
      for literal in text.matches(of: /"[^"\n]*"|^ +[^ \/*].*\\$/.anchorsMatchLineEndings()) {
        for option in literal.output.matches(of: /(?:^|[^-\w])(--[a-z][a-z-]+)/) {
          #expect(options.contains(String(option.1)), "\(path): \(literal.output)")
        }
      }
    }
  }

  // MARK: - Environment

  /// libcurl's own.
  private static let variablesOfLibraries: Set = ["http_proxy", "no_proxy"]

  @Test func theManualNamesTheVariablesThatTheCodeReads() throws {
    let named = HelpTopic.environment.text.whole.terms.flatMap {
      $0.name.split(separator: ", ").map(String.init)
    }
    #expect(Set(named).count == named.count)
    let read = try ProjectFiles.sources.values.reduce(into: Set<String>()) { names, text in
      names.formUnion(Self.variables(in: text))
    }
    #expect(Set(named).subtracting(read).subtracting(Self.variablesOfLibraries).sorted() == [])
    #expect(read.subtracting(named).sorted() == [])
  }

  /// Ours and the system's folders wherever they are named, others where they are read.
  private static func variables(in text: String) -> [String] {
    let named = text.matches(of: /"(USHER_[A-Z_]*[A-Z]|XDG_[A-Z_]*[A-Z]|[A-Za-z]+_(?:proxy|PROXY))"/).map(\.1)
    let read =
      text.matches(of: /(?:environment|variables)\["([A-Za-z_]+)"\]/).map(\.1)
      + text.matches(of: /Variable = "([A-Z_]+)"/).map(\.1)
    return (named + read).map { $0.lowercased().hasSuffix("_proxy") ? $0.lowercased() : String($0) }
  }

  // MARK: - Exit statuses

  @Test func theManualNamesTheExitStatuses() throws {
    let page = try ProjectFiles.text(of: "man/usher.1")
    let section = try #require(page.split(separator: ".Sh ").first { $0.hasPrefix("EXIT STATUS") })
    let listed = section.matches(of: /\.It Li (\d+) (\w+)/).map { "\($0.1) \($0.2)" }
    #expect(listed == ExitCode.allCases.map { "\($0.rawValue) \($0.name)" })
  }

  // MARK: - Settings

  @Test func theManualNamesTheSettings() throws {
    #expect(try Self.items(of: "SETTINGS") == Preference.allCases.map(\.rawValue))
    #expect(try Self.items(of: "PROFILE SETTINGS") == ProfileSetting.allCases.map(\.rawValue))
  }

  /// What a section of usher-config(5) has items for.
  private static func items(of title: String) throws -> [String] {
    let page = try ProjectFiles.text(of: "man/usher-config.5")
    let section = try #require(page.split(separator: ".Sh ").first { $0.hasPrefix(title + "\n") })
    return section.matches(of: /\.It Li (\S+)/).map { String($0.1).replacing("\\-", with: "-") }
  }

  @Test func theManualsConfigurationIsOneThatHolds() throws {
    let page = try ProjectFiles.text(of: "man/usher-config.5")
    let examples = page.matches(of: /\.Bd -literal -offset 2n\n([^\0]*?)\.Ed/).map {
      String($0.1).replacing("\\(dq", with: "\"").replacing("\\-", with: "-")
    }
    let tool = ToolHarness(isFirstRun: true)
    tool.folder.makeFolder("config")
    tool.folder.write(try #require(examples.first), to: "config/config.json")
    let settings = tool.run("config", "list", "--origin")
    #expect(settings.status == 0, "\(settings.errors)")
    #expect(settings.lines.count == Preference.allCases.count)
    for line in settings.lines { #expect(line.hasSuffix("config/config.json)"), "\(line)") }

    tool.run("profile", "set", "endpoint", "local", "-p", "acme")
    tool.folder.write(try #require(examples.last), to: ".usher-profile")
    #expect(tool.run("status", "--field", "profile").lines == ["acme"])
  }

  /// The spellings of the options that a page has an item for.
  private static func listedOptions(_ page: String) -> [String] {
    page.split(separator: "\n").filter { $0.hasPrefix(".It Fl ") }.flatMap { item in
      item.matches(of: /Fl (\S+)/).map { "-" + $0.1.replacing("\\-", with: "-") }
    }.sorted()
  }
}
