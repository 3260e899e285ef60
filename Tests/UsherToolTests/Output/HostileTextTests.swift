import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import PrivateFiles
import TerminalIO
import TestSupport
import Testing

@testable import UsherTool

/// Whatever stands in a field that comes from elsewhere: a person sees nothing that steers the terminal, and a script
/// gets it exactly.
struct HostileTextTests {
  @Test func thereAreTwoHundredTexts() {
    #expect(HostileText.all.count == 200)
    #expect(Set(HostileText.all).count == 200)
  }

  // MARK: - Results

  private static let commands = Tool.commands.commands.compactMap { $0 as? any ToolCommand.Type }

  private static let names: [String] = commands.map { command in command.name }

  @Test(arguments: names)
  func everyResultGivesATextBackExactlyAndHarmlessly(_ name: String) throws {
    let command = try #require(Self.commands.first { $0.name == name })
    for text in HostileText.chunks { try expectItBack(text, in: command) }
  }

  private func expectItBack<Tool: ToolCommand>(_ text: String, in command: Tool.Type) throws {
    let result = try FilledDecoder.value(Tool.Result.self, text: text)
    let json = ResultEncoder.json(of: result)
    #expect(json.text.isHarmlessJSON && !json.text.contains("\n"), "\(json.text)")
    #expect(try JSONValue(reading: json.text).strings == json.strings)
  }

  // MARK: - What a server says

  private static let url = "http://127.0.0.1:9"

  @Test func whatAServerSaysIsHarmless() {
    let tool = ToolHarness()
    tool.environment["USHER_ENDPOINT"] = Self.url
    for text in HostileText.chunks {
      tool.network = HostileServer(text: text)
      let signedIn = tool.run(
        "signin", "password", "--email", "kim@example.com", "--password-stdin", input: "correct horse\n")
      #expect(signedIn.status == 0, "\(signedIn.errors)")
      for words in [
        ["whoami"], ["whoami", "--claims"], ["status"], ["session", "list"], ["token", "--claims"],
        ["mfa", "list"],
        ["methods", "kim@example.com"], ["local", "outbox"], ["local", "outbox", "--latest"],
        ["local", "test-number", "list"], ["local", "project", "get"], ["account", "refresh"],
        ["token", "--refresh", "--field", "expires_at"], ["doctor"], ["verify-phone", "+16505550123"],
        ["send-link", "kim@example.com"], ["pending", "list"], ["pending", "drop"],
        ["mfa", "unenroll", "2", "--yes"],
      ] {
        expectHarmless(tool.run(words), text, words)
      }
      tool.network = HostileServer(text: text, refuses: true)
      for words in [
        ["signin", "anonymous", "--as", "other"], ["account", "update", "--display-name", "Kim"],
        ["token", "--refresh"], ["methods", "kim@example.com"], ["local", "outbox"], ["doctor"],
        ["verify-phone", "+16505550124", "--as", "other"], ["mfa", "unenroll", "2", "--yes"],
      ] {
        expectHarmless(tool.run(words), text, words)
        expectHarmless(tool.run(words + ["--json"]), text, words + ["--json"])
      }
      expectHarmless(tool.run("signout"), text, ["signout"])
    }
  }

  /// For people; JSON has it whole.
  @Test func whatAServerSaysAtLengthIsShortened() {
    let tool = ToolHarness()
    tool.environment["USHER_ENDPOINT"] = Self.url
    tool.network = HostileServer(text: String(repeating: "x", count: 100_000))
    tool.run("signin", "password", "--email", "kim@example.com", "--password-stdin", input: "correct horse\n")
    for words in [
      ["whoami"], ["methods", "kim@example.com"], ["project", "users", "show", "u1"],
      ["project", "domain", "list"], ["local", "snapshot", "list"],
    ] {
      let outcome = tool.run(words)
      #expect(
        outcome.status == 0 && outcome.output.contains("xxx…"), "\(words) \(outcome.errors.prefix(512))")
      #expect(outcome.output.utf8.count < 8192, "\(words)")
      #expect(tool.run(words + ["--json"]).output.utf8.count > 100_000, "\(words)")
    }
  }

  @Test func scriptsGetExactlyWhatAServerSaid() throws {
    let tool = ToolHarness()
    tool.environment["USHER_ENDPOINT"] = Self.url
    for text in HostileText.all {
      tool.network = HostileServer(text: text)
      tool.run(
        "signin", "password", "--email", "kim@example.com", "--password-stdin", input: "correct horse\n")
      let account = tool.run("whoami", "--json").json?["account"]
      #expect(account?["display_name"]?.string == text)
      #expect(account?["providers"]?.array == [.string(text)])
      #expect(account?["mfa"]?.array?.first?["name"]?.string == text)
      let message = tool.run("local", "outbox", "--latest", "--json").json
      #expect(
        ["subject", "text", "link", "to", "from", "reply_to"].map { message?[$0]?.string }
          == Array(repeating: text, count: 6))
      #expect(tool.run("whoami", "--field", "account.display_name").output == text + "\n")
    }
  }

  /// A prompt names the account and its factors.
  @Test func noPromptHasALineThatWasForged() {
    let tool = ToolHarness()
    tool.environment["USHER_ENDPOINT"] = Self.url
    for text in HostileText.chunks {
      tool.network = HostileServer(text: text)
      tool.run(
        "signin", "password", "--email", "kim@example.com", "--password-stdin", input: "correct horse\n")
      for words in [
        ["mfa", "unenroll", "2"], ["account", "delete"],
      ] {
        let terminal = ScriptedTerminal(answers: [.failure(.endOfInput)])
        tool.run(words, terminal: terminal)
        let forged = terminal.transcript.filter { $0.contains(where: \.isNewline) }
        #expect(forged == [], "\(words)")
      }
    }
  }

  // MARK: - What is on the disk

  @Test func whatIsSavedIsHarmless() throws {
    for text in HostileText.chunks {
      let tool = ToolHarness()
      let file = StateFile(folder: tool.configFolder, wait: LockWait(limit: .zero))
      try file.update { $0 = .filled(with: text) }
      for words in [
        ["status"], ["status", "--all"], ["session", "list"], ["pending", "list"], ["profile", "list"],
        ["profile", "show"], ["whoami"], ["confirm-code", "123456"], ["mfa", "list"], ["signout"],
      ] {
        expectHarmless(tool.run(words), text, words)
      }
    }
  }

  @Test func filesAndTheirNamesAreHarmless() throws {
    let tool = ToolHarness()
    tool.environment["USHER_ENDPOINT"] = Self.url
    for text in HostileText.all {
      tool.folder.write(text, to: "file")
      let quoted = JSONValue.string(text).text
      tool.folder.write(#"{"project_info":{"project_id":\#(quoted)},"client":[\#(quoted)]}"#, to: "apps.json")
      tool.folder.write(
        #"{"\#(quoted.dropFirst()):\#(quoted),"language":\#(quoted)}"#, to: "config/config.json")
      let (file, apps) = (tool.folder.path(of: "file"), tool.folder.path(of: "apps.json"))
      for words in [
        ["init", file], ["init", apps], ["session", "import", file], ["token", "inspect", file],
        ["complete-link", text], ["confirm-code", text], ["mfa", "code", "--secret-file", file],
        ["send-link", text], ["verify-phone", text], ["whoami"], ["config", "list"], ["doctor", "--offline"],
        ["init", "/nowhere/" + text], ["signin", "custom-token", "--token-file", file],
        ["send-link", "kim@example.com", "--continue-url", text],
        ["serve", "--port", "0", "--data", "/nowhere/" + text],
      ] {
        expectHarmless(tool.run(words), text, words)
        expectHarmless(tool.run(words + ["--json"]), text, words + ["--json"])
      }
    }
  }

  private func expectHarmless(_ outcome: ToolHarness.Outcome, _ text: String, _ words: [String]) {
    let shown = [outcome.output, outcome.errors]
    let isHarmless = shown.allSatisfy { words.contains("--json") ? $0.isHarmlessJSON : $0.isHarmless }
    if !isHarmless { Issue.record("\(words): \(text.debugDescription) is shown as \(outcome)") }
  }
}

extension JSONValue {
  fileprivate init(reading text: String) throws {
    self = try JSONValue(parsing: Data(text.utf8))
  }

  /// Every name and text in it, sorted.
  fileprivate var strings: [String] {
    func all(_ value: JSONValue) -> [String] {
      switch value {
      case .string(let text): [text]
      case .array(let elements): elements.flatMap(all)
      case .object(let members): members.flatMap { [$0.name] + all($0.value) }
      default: []
      }
    }
    return all(self).sorted()
  }
}

extension SavedState {
  /// One in which everything is called `text` that can be.
  fileprivate static func filled(with text: String) -> SavedState {
    var account = Account()
    (account.email, account.phoneNumber, account.displayName, account.photoURL) = (text, text, text, text)
    account.providers = [text]
    account.factors = [
      EnrolledFactor(uid: text, type: .phone, displayName: text, phoneNumber: text),
      EnrolledFactor(uid: text, type: FactorID(rawValue: text), displayName: text),
    ]
    var session = SavedSession.example()
    session.user.account = account
    session.signInMethod = text
    var settings = ProfileSettings()
    (settings.endpoint, settings.projectID, settings.apiKey, settings.tenant) = (text, text, text, text)
    (settings.appID, settings.authDomain, settings.language) = (text, text, text)
    let elsewhere = Binding(profile: text, endpoint: text, project: text, tenant: text)
    let sent = PhoneVerification(phoneNumber: text, verificationID: text, sentAt: now, resendAfter: now)
    var state = SavedState()
    state.profiles[text] = SavedProfile(settings: settings)
    for binding in [local, elsewhere] {
      for name in ["default", text] {
        state[binding.session(name)] = session
        _ = state.addPending(
          .phone(.signIn, sent), to: binding.session(name), createdAt: now, expiresAt: now + 600_000_000)
        _ = state.addPending(
          .email(.credential(.signIn), SentLink(email: text, sentAt: now)), to: binding.session(name),
          createdAt: now, expiresAt: now + 600_000_000)
      }
    }
    return state
  }
}
