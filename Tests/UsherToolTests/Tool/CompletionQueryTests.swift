import AuthClient
import Essentials
import Flows
import LibC
import PrivateFiles
import TestSupport
import Testing

/// What the shells' scripts ask for: the values that there are now.
struct CompletionQueryTests {
  private let tool = ToolHarness()

  @Test func profilesAreOffered() {
    tool.run("profile", "set", "endpoint", "http://127.0.0.1:9099", "-p", "emulator")
    tool.run("profile", "set", "project", "demo-acme", "-p", "acme")
    let own = ["acme\tno endpoint, project demo-acme", "emulator\thttp://127.0.0.1:9099"]
    #expect(offers("whoami", "-p", "") == ["local\tthe local server"] + own)
    #expect(offers("profile", "use", "e") == [own[1]])
    #expect(offers("profile", "remove", "") == own)
    #expect(offers("profile", "rename", "") == own)
    #expect(offers("profile", "rename", "acme", "") == [])
  }

  @Test func endpointsAreOffered() {
    tool.run("profile", "set", "endpoint", "http://127.0.0.1:9099", "-p", "emulator")
    #expect(
      offers("--endpoint", "") == ["local\t", "production\t", "http://127.0.0.1:9099\tprofile emulator"])
    #expect(offers("profile", "set", "endpoint", "h") == ["http://127.0.0.1:9099\tprofile emulator"])
  }

  @Test func sessionsOfTheDestinationAreOffered() {
    tool.signIn(as: "kim+ci@example.com")
    tool.signIn("+16505550124", as: "alice")
    tool.run("profile", "set", "endpoint", "local", "-p", "acme")
    let sessions = ["alice\t+16505550124", "kim+ci@example.com\t+16505550123"]
    #expect(offers("--as", "") == sessions)
    #expect(offers("session", "use", "a") == [sessions[0]])
    #expect(offers("signout", "") == sessions)
    for elsewhere in [["-p", "acme"], ["--endpoint", "http://127.0.0.1:9099"], ["--project", "demo-x"]] {
      #expect(offers(elsewhere + ["whoami", "--as", ""]) == [])
    }
    tool.folder.write("acme\n", to: ".usher-profile")
    #expect(offers("whoami", "--as", "") == [])
    #expect(offers("whoami", "-p", "local", "--as", "") == sessions)
  }

  @Test func pendingStepsThatTheCommandCanFinishAreOffered() {
    tool.run("verify-phone", ToolHarness.number)
    tool.run("send-link", ToolHarness.email, "--as", "kim")
    let code = "p1\tphone-signin to +16505550123, session default"
    let link = "p2\temail-link-signin to kim@example.com, session kim"
    #expect(offers("confirm-code", "--pending", "") == [code])
    #expect(offers("complete-link", "--pending=") == [link])
    #expect(offers("mfa", "challenge", "--pending", "") == [])
    #expect(offers("pending", "drop", "") == [code, link])
    #expect(offers("pending", "drop", "p1", "") == [link])
    tool.clock.advance(24 * 3600)
    #expect(offers("pending", "drop", "") == [])
  }

  @Test func secondFactorsAreOfferedByNameWhereThatTellsThemApart() throws {
    tool.signUpVerified()
    tool.enrollSMS(name: "my work phone")
    for number in ["+16505550123", "+16505550124"] { tool.enrollSMS(number, name: "home") }
    let ids = tool.factorIDs()
    let factors = [
      "my work phone\tSMS to +1******3434 \"my work phone\"", "\(ids[1])\tSMS to +1******0123 \"home\"",
      "\(ids[2])\tSMS to +1******0124 \"home\"",
    ]
    #expect(offers("mfa", "unenroll", "") == factors)
    tool.run("signout")
    #expect(offers("mfa", "challenge", "") == [])
    tool.firstFactor()
    #expect(offers("mfa", "challenge", "") == factors)
    #expect(offers("confirm-code", "--factor", "my") == [factors[0]])
  }

  @Test func providersOfTheAccountAreOffered() {
    tool.signUp()
    #expect(offers("unlink", "") == ["password\t"])
  }

  @Test func settingsTheirValuesAndFieldsAreOffered() {
    #expect(offers("config", "get", "o") == ["output\t"])
    #expect(offers("config", "set", "color", "") == ["auto\t", "always\t", "never\t"])
    #expect(offers("config", "set", "timeout", "") == [])
    #expect(offers("profile", "set", "app-v") == ["app-verification\t"])
    #expect(offers("profile", "set", "app-verification", "p") == ["push\t"])
    #expect(offers("version", "--field", "v") == ["v\t", "version\t"])
    #expect(offers("mfa", "list", "--field", "factors.0.i") == ["factors.0.id\t"])
  }

  @Test func helpOffersTopicsAndCommands() {
    #expect(
      offers("help", "ex") == [
        "exec\tRun a program with a valid ID token in its environment.", "exit-codes\ta topic",
      ])
    #expect(offers("help", "mfa", "enroll", "s").map { $0.prefix(4) } == ["sms\t"])
  }

  @Test(arguments: [
    ["--as", ""], ["session", "use", ""], ["-p", "nobody", "--as", ""], ["--endpoint", "x", "--as", ""],
    ["confirm-code", "--pending", ""], ["mfa", "unenroll", ""], ["\u{1B}[31m", ""],
  ])
  func whereSomethingIsWrongThereIsNoAnswerAndNoComplaint(_ words: [String]) {
    let question = ["__complete", "--"] + words
    tool.folder.write("{", to: "config/state.json")
    #expect(tool.run(question) == .init(0))
    tool.folder.write("{", to: "config/config.json")
    #expect(tool.run(question) == .init(0))
    chmod(tool.folder.path(of: "config/state.json"), 0o644)
    #expect(tool.run(question) == .init(0))
    tool.environment["USHER_PROFILE"] = ""
    #expect(tool.run(question) == .init(0))
    tool.environment = [:]
    #expect(tool.run(question) == .init(0))
  }

  @Test func askingChangesNothing() {
    let tool = ToolHarness(isFirstRun: true)
    for words in [["--as", ""], ["-p", ""], ["pending", "drop", ""], ["help", ""], [""]] {
      #expect(tool.run(["__complete", "--"] + words).errors == "")
    }
    #expect(tool.folder.names() == [])
    tool.folder.makeFolder("config")
    tool.folder.write("left by a killed writer", to: "config/state.json.tmp")
    tool.run("__complete", "--", "--as", "")
    #expect(tool.folder.names(in: "config") == ["state.json.tmp"])
  }

  @Test func aSessionFileIsNotRead() {
    tool.signIn(as: "alice")
    let path = tool.folder.path(of: "pipe")
    mkfifo(path, 0o600)
    tool.environment["USHER_SESSION_FILE"] = path
    #expect(offers("--as", "") == [])
  }

  @Test func whatCannotBeShownIsNotOffered() throws {
    tool.signUp()
    try StateFile(folder: tool.configFolder, wait: LockWait(limit: .seconds(3600))).update { state in
      for binding in state.bindings {
        state[binding].sessions["\u{1B}]0;x\u{7}"] = state[binding].sessions["default"]
        state[binding].sessions["default"]?.user.account.email = "kim\u{202E}@\texample.com\u{9B}31m"
      }
    }
    #expect(offers("--as", "") == ["default\tkim@ example.com31m"])
  }

  @Test func theQueryIsNoCommand() {
    #expect(tool.run("__complete").status == 64)
    #expect(!tool.run("help").output.contains("__complete"))
    #expect(tool.run("__complet").errors.contains("__complete") == false)
    #expect(tool.run("__complete", "--") == .init(0))
  }

  private func offers(_ words: String...) -> [String] { offers(words) }

  private func offers(_ words: [String]) -> [String] {
    let outcome = tool.run(["__complete", "--"] + words)
    #expect(outcome.status == 0 && outcome.errors == "")
    return outcome.lines
  }
}
