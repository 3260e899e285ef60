import Essentials
import HTTP
import IdentityToolkit
import LibC
import TerminalIO
import TestSupport
import Testing

@testable import UsherTool

/// Preferences in configuration files.
struct ConfigCommandTests {
  let tool = ToolHarness()

  init() {
    tool.folder.makeFolder("xdg")
    tool.folder.makeFolder("xdg/usher")
    tool.environment["XDG_CONFIG_DIRS"] = "relative:" + tool.folder.path + "/xdg"
  }

  private var path: String { tool.configFolder + "/config.json" }
  private var text: String? { tool.folder.text(of: "config/config.json") }

  private func write(_ text: String, mode: mode_t = 0o644) {
    tool.folder.write(text, to: "config/config.json", mode: mode)
  }

  @Test func aSettingIsKeptReadAndTakenOut() {
    #expect(tool.run("config", "set", "timeout", "20s").output == "timeout is now 20s.\n")
    #expect(tool.run("config", "set", "no_input", "true").status == 0)
    #expect(text == "{\n  \"timeout\": \"20s\",\n  \"no_input\": true\n}\n")
    #expect(tool.run("config", "get", "timeout").output == "20s\n")
    #expect(tool.run("config", "get", "timeout", "--origin").output == "20s (\(path))\n")
    #expect(tool.run("config", "unset", "timeout").status == 0)
    #expect(tool.run("config", "get", "timeout", "--origin").output == "60s (built in)\n")
    #expect(tool.run("config", "unset", "no_input").status == 0)
    #expect(text == "{}\n")
  }

  @Test func whatNobodySetsIsAFailure() {
    #expect(
      tool.run("config", "get", "language")
        == .init(
          1, errors: "error: language is not set\n  set it:  usher config set language VALUE\n"))
  }

  @Test func theLanguageIsThatOfTheLocaleIfNobodySetsIt() {
    tool.environment["LANG"] = "pt_BR.UTF-8"
    #expect(tool.run("config", "get", "language", "--origin").output == "pt-BR (LANG)\n")
    tool.environment["LC_ALL"] = "en_US.UTF-8"
    tool.environment["LANGUAGE"] = "vi:en"
    #expect(
      tool.run("config", "list", "--json").json?["settings"]?.array?[1]
        == ["name": "language", "origin": "LANGUAGE", "value": "vi"])
    tool.run("config", "set", "language", "es")
    #expect(tool.run("config", "get", "language", "--origin").output == "es (\(path))\n")
  }

  @Test func theStrongerFileAndTheVariableWin() {
    tool.folder.write(#"{"language": "de", "wait_limit": 90}"#, to: "xdg/usher/config.json")
    #expect(tool.run("config", "get", "language").output == "de\n")
    tool.run("config", "set", "language", "fr")
    #expect(tool.run("config", "get", "language").output == "fr\n")
    tool.environment["USHER_LANGUAGE"] = "es"
    #expect(tool.run("config", "get", "language", "--origin").output == "es (USHER_LANGUAGE)\n")
    #expect(
      tool.run("config", "set", "language", "it").errors
        == "warning: USHER_LANGUAGE is set and overrides this\n")
    #expect(
      tool.run("config", "list", "--origin").lines.prefix(4) == [
        "output = text  (built in)", "language = es  (USHER_LANGUAGE)", "timeout = 60s  (built in)",
        "wait_limit = 90  (\(tool.folder.path)/xdg/usher/config.json)",
      ])
    let settings = tool.run("config", "list", "--json").json?["settings"]?.array
    #expect(settings?[1] == ["name": "language", "origin": "USHER_LANGUAGE", "value": "es"])
    #expect(settings?.count == Preference.allCases.count)
  }

  @Test func thePathsAreShownWhateverIsInThem() {
    write("nonsense")
    #expect(tool.run("config", "path").output == path + "\n")
    #expect(
      tool.run("config", "path", "--origin").lines
        == [path + " (user)", tool.folder.path + "/xdg/usher/config.json (system)"])
  }

  @Test func settingsHold() throws {
    write(#"{"output": "json"}"#)
    #expect(tool.run("status").json?["status"] == "ok")
    #expect(tool.run("whoami").json?["error"]?["exit"] == 4)
    write(#"{"language": "es", "no_input": true}"#)
    let stub = TransportStub(.json(#"{"sessionInfo":"s1"}"#))
    tool.network = stub
    // A terminal is there, and is not asked.
    let outcome = tool.run(
      "verify-phone", "+16505553434", "--endpoint", "http://127.0.0.1:9099",
      terminal: ScriptedTerminal())
    #expect(outcome.status == 0)
    #expect(stub.requests.map { $0.headers["X-Firebase-Locale"] } == ["es"])
    write(#"{"wait_limit": "2m"}"#)
    let terminal = ScriptedTerminal(answers: [.failure(.timedOut)])
    tool.run("verify-phone", "+16505553434", terminal: terminal)
    #expect(
      terminal.events.last { event in
        if case .asked = event { true } else { false }
      } == .asked("6-digit code: ", within: .seconds(120)))
  }

  static let badFiles: [(text: String, line: Int, reason: String)] = [
    ("", 1, "an object in braces is expected"),
    ("[]", 1, "an object in braces is expected"),
    ("{", 1, "the closing brace is missing"),
    ("{\n  \"timeout\": \"20s\"\n  \"language\": \"es\"\n}", 3, "a comma is missing after timeout"),
    ("{\n\n  \"timeuot\": \"20s\"\n}", 3, "there is no setting called timeuot"),
    ("{\n  \"timeout\": \"soon\"\n}", 2, "timeout must be a time, like 90s or 5m"),
    ("{\n  \"output\": \"json\",\n  \"output\": \"text\"\n}", 3, "output is there twice"),
    ("{\n  \"output\": \"json\",\n}", 3, "a comma too many"),
    ("{ output: \"json\" }", 1, "a name in quotes is expected"),
    ("{ \"output\": 'json' }", 1, "output is not text in quotes, a number, true or false"),
    ("{ \"output\": [\"json\"] }", 1, "output is not text in quotes, a number, true or false"),
    ("{ \"output\": null }", 1, "output is not text in quotes, a number, true or false"),
    ("{ \"output\": \"json }", 1, "a quotation mark is missing"),
    ("{ \"output\": \"js\\on\" }", 1, "a backslash before something it cannot stand before"),
    ("{} // done", 1, "something follows the closing brace"),
    ("{ \"no_input\": \"maybe\" }", 1, "no_input must be true or false"),
  ]

  @Test(arguments: badFiles)
  func aBadFileIsNamedWithItsLineAndLeftAlone(_ text: String, _ line: Int, _ reason: String) {
    write(text)
    let errors =
      "error: \(path), line \(line): \(reason)\n  Correct the file, or move it away: usher did not change it.\n"
    for words in [
      ["whoami"], ["config", "get", "output"], ["config", "set", "timeout", "5s"],
      ["config", "unset", "output"],
    ] {
      #expect(tool.run(words) == .init(78, errors: errors), "\(words)")
    }
    #expect(self.text == text)
    #expect(tool.run("help", "config", "set").status == 0)
    #expect(tool.run("--version").status == 0)
  }

  @Test func aFileThatOthersMayWriteIsRefused() {
    write(#"{"proxy": "http://evil.example:1"}"#, mode: 0o666)
    let outcome = tool.run("whoami")
    #expect(outcome.status == 77)
    #expect(
      outcome.errors.hasPrefix("error: \(path) is not safe to use: other users may write to it (mode 0666)"))
    #expect(tool.run("config", "set", "timeout", "5s").status == 77)
  }

  @Test func aLinkedFileIsReadAndNotReplaced() {
    tool.folder.write(#"{"timeout": "20s"}"#, to: "dotfile", mode: 0o644)
    tool.folder.makeLink("config/config.json", to: tool.folder.path + "/dotfile")
    #expect(tool.run("config", "get", "timeout").output == "20s\n")
    #expect(tool.run("config", "set", "timeout", "5s").status == 73)
    #expect(tool.folder.text(of: "dotfile") == #"{"timeout": "20s"}"#)
  }

  @Test(arguments: [
    ("output", "xml"), ("language", "español"), ("timeout", "0"), ("timeout", "soon"), ("no_input", "yes"),
    ("proxy", "ftp://x"), ("browser", ""),
  ])
  func aValueThatCannotBeOneIsRefused(_ name: String, _ value: String) {
    #expect(tool.run("config", "set", name, value).status == 65)
    #expect(text == nil)
  }

  @Test func thereAreOnlySettingsThatMeanSomething() {
    #expect(tool.run("config", "get", "colour").status == 64)
    #expect(tool.run("config", "set", "timeout", "5s", "--no-store").status == 64)
  }
}
