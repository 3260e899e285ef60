import Essentials
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

/// Where a command goes when profiles have a say.
struct ProfileDestinationTests {
  typealias Settings = [String: String]

  let tool = ToolHarness()

  init() {
    tool.network = TransportStub()
    tool.run("profile", "set", "endpoint", "http://127.0.0.1:9099", "-p", "emulator")
    tool.run("profile", "set", "project", "demo-em", "-p", "emulator")
    tool.run("profile", "set", "tenant", "t-1", "-p", "emulator")
    tool.run("init", "-", "--name", "acme", input: AppFiles.web)
  }

  /// Profile, endpoint, project, tenant and source.
  private func place(_ words: [String] = []) -> String {
    let outcome = tool.run(["status", "--json"] + words)
    let result = outcome.json
    if outcome.status != 0 { return "exit \(outcome.status)" }
    return ["profile", "endpoint", "project", "tenant", "source"].map { result?[$0]?.string ?? "-" }
      .joined(separator: " ")
  }

  /// As in Firebase's tools, where `demo-` means that no project at Google is used.
  @Test func aKeyAloneDoesNotLeadADemoProjectToGoogle() {
    tool.run("profile", "set", "api-key", "k", "-p", "demo")
    tool.run("profile", "set", "project", "demo-x", "-p", "demo")
    #expect(place(["-p", "demo"]) == "demo local demo-x - --profile")
    tool.run("profile", "set", "endpoint", "production", "-p", "demo")
    #expect(place(["-p", "demo"]) == "demo production demo-x - --profile")
  }

  /// With acme selected.
  static let places: [(words: [String], environment: Settings, place: String, notices: [String])] = [
    ([], [:], "acme production acme-1234 - selected", []),
    ([], ["CI": "true"], "acme production acme-1234 - selected", []),
    (["-p", "emulator"], [:], "emulator http://127.0.0.1:9099 demo-em t-1 --profile", []),
    ([], ["USHER_PROFILE": "emulator"], "emulator http://127.0.0.1:9099 demo-em t-1 USHER_PROFILE", []),
    (
      ["-p", "acme"], ["USHER_PROFILE": "emulator"], "acme production acme-1234 - --profile",
      ["USHER_PROFILE is set, but --profile decides"]
    ),
    // The strongest word decides, and the others are named.
    (
      ["-p", "acme"],
      ["USHER_ENDPOINT": "local", "FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:1", "USHER_PROJECT": "x"],
      "acme production acme-1234 - --profile",
      [
        "USHER_ENDPOINT is set, but --profile decides",
        "FIREBASE_AUTH_EMULATOR_HOST is set, but --profile decides",
        "USHER_PROJECT is set, but --profile decides",
      ]
    ),
    (
      ["-p", "acme"], ["USHER_API_KEY": "other", "USHER_TENANT": "t-9"],
      "acme production acme-1234 - --profile",
      ["USHER_API_KEY is set, but --profile decides", "USHER_TENANT is set, but --profile decides"]
    ),
    (
      [], ["USHER_PROFILE": "emulator", "FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:1"],
      "emulator http://127.0.0.1:9099 demo-em t-1 USHER_PROFILE",
      ["FIREBASE_AUTH_EMULATOR_HOST is set, but USHER_PROFILE decides"]
    ),
    (
      [], ["USHER_PROFILE": "emulator", "USHER_TENANT": "t-9"],
      "emulator http://127.0.0.1:9099 demo-em t-9 USHER_PROFILE", []
    ),
    (
      [], ["FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:1"],
      "default http://127.0.0.1:1 demo-usher - FIREBASE_AUTH_EMULATOR_HOST",
      ["commands go to FIREBASE_AUTH_EMULATOR_HOST, not to the profile acme"]
    ),
    // A key and its project are a place of their own.
    (
      [], ["USHER_API_KEY": "k", "USHER_PROJECT": "other"], "default production other - USHER_API_KEY", []
    ),
    // An endpoint means the profile in use where that leads there.
    (["--endpoint", "production"], [:], "acme production acme-1234 - --endpoint", []),
    ([], ["USHER_ENDPOINT": "production"], "acme production acme-1234 - USHER_ENDPOINT", []),
    (["--endpoint", "production", "-P", "other"], [:], "exit 78", []),
    (
      ["--endpoint", "http://127.0.0.1:9099"], [:], "default http://127.0.0.1:9099 demo-usher - --endpoint",
      []
    ),
    (
      ["--endpoint", "http://127.0.0.1:9099"], ["USHER_PROFILE": "emulator"],
      "emulator http://127.0.0.1:9099 demo-em t-1 --endpoint", []
    ),
    (
      ["--endpoint", "local"], ["USHER_PROFILE": "emulator"], "local local demo-usher - --endpoint",
      ["USHER_PROFILE is set, but --endpoint decides"]
    ),
    (["--endpoint", "local"], [:], "local local demo-usher - --endpoint", []),
    // A profile's project may be tried elsewhere.
    (
      ["--endpoint", "http://127.0.0.1:9", "-p", "acme"], [:],
      "acme http://127.0.0.1:9 acme-1234 - --endpoint",
      []
    ),
    (["-p", "local"], [:], "local local demo-usher - --profile", []),
    (["-p", "nowhere"], [:], "exit 78", []),
    ([], ["USHER_PROFILE": "nowhere"], "exit 78", []),
    (["-p", ""], [:], "exit 65", []),
    (["-P", "other-1"], [:], "acme production other-1 - selected", []),
  ]

  @Test(arguments: places)
  func theStrongestWordDecides(
    _ words: [String], _ environment: Settings, _ place: String, _ notices: [String]
  ) {
    tool.environment.merge(environment) { $1 }
    #expect(self.place(words) == place)
    if place.hasPrefix("exit") { return }
    #expect(tool.run("status", "--json").status == 0 || words.isEmpty == false)
    let warnings = tool.run(["status", "--json"] + words).json?["warnings"]?.array?.compactMap(\.string)
    #expect(warnings == notices)
  }

  @Test func aFolderMayNameItsProfile() {
    tool.folder.makeFolder("work")
    tool.folder.makeFolder("work/deep")
    tool.folder.write("  emulator\n\n", to: "work/.usher-profile")
    tool.currentFolder = tool.folder.path + "/work/deep"
    #expect(place() == "emulator http://127.0.0.1:9099 demo-em t-1 .usher-profile")
    let notice = "using the profile emulator, which \(tool.folder.path)/work/.usher-profile names"
    #expect(tool.run("status").errors == notice + "\n")
    #expect(tool.run("status", "--json").json?["warnings"] == [.string(notice)])
    #expect(tool.run("status", "--quiet").errors == "")
    // The nearest file decides; every word that is typed or exported is stronger.
    tool.folder.write("acme", to: "work/deep/.usher-profile")
    #expect(place() == "acme production acme-1234 - .usher-profile")
    #expect(place(["-p", "local"]) == "local local demo-usher - --profile")
    tool.environment["USHER_ENDPOINT"] = "local"
    #expect(place() == "local local demo-usher - USHER_ENDPOINT")
  }

  @Test(arguments: [
    "", "emu lator\n", "emulator\nacme\n", "../x", "nowhere", "-p", String(repeating: "a", count: 300),
  ])
  func aFolderThatNamesNoProfileIsRefused(_ content: String) {
    tool.folder.write(content, to: ".usher-profile")
    let outcome = tool.run("whoami")
    #expect(outcome.status == 78)
    #expect(outcome.errors.firstRange(of: tool.folder.path + "/.usher-profile") != nil)
    #expect(tool.run("whoami", "--endpoint", "local").status == 4)
  }

  @Test func destroyingWantsTheProfileNamed() {
    tool.folder.write("emulator\n", to: ".usher-profile")
    let outcome = tool.run("local", "reset", "--yes")
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasSuffix("  If you mean this profile, name it with -p emulator.\n"))
    // Nothing was sent: the stub has no answer to give.
    #expect((tool.network as? TransportStub)?.requests == [])
    tool.network = TransportStub(.json("{}"))
    #expect(tool.run("local", "reset", "--yes", "-p", "emulator").status == 0)
  }

  @Test func whatIsForgottenHereIsNotAFilesToSay() {
    tool.folder.write("emulator\n", to: ".usher-profile")
    for words in [["signout", "--all"], ["session", "remove", "alice"]] {
      let outcome = tool.run(words)
      #expect(
        outcome.status == 64
          && outcome.errors.hasSuffix("  If you mean this profile, name it with -p emulator.\n"))
    }
    #expect(tool.run("signout", "--all", "-p", "emulator").status == 0)
    // What is named itself is not the file's affair.
    #expect(tool.run("profile", "remove", "acme").status == 0)
  }

  @Test func aFilesProfileIsShownWithAWordAndNotChanged() throws {
    tool.folder.write("emulator\n", to: ".usher-profile")
    let shown = tool.run("profile", "show")
    #expect(shown.lines.first == "emulator: http://127.0.0.1:9099, project demo-em")
    #expect(shown.errors.hasPrefix("using the profile emulator, which "))
    #expect(tool.run("profile", "show", "acme").errors == "")
    let state = try tool.state
    let outcome = tool.run("profile", "set", "tenant", "t-2")
    #expect(
      outcome.status == 64
        && outcome.errors.hasSuffix("  If you mean this profile, name it with -p emulator.\n"))
    #expect(try tool.state == state)
    #expect(tool.run("profile", "set", "tenant", "t-2", "-p", "emulator").status == 0)
  }

  @Test func aFileThatOthersCouldHavePutThereNamesNothing() {
    tool.folder.makeFolder("work")
    tool.folder.write("emulator\n", to: ".usher-profile", mode: 0o666)
    tool.currentFolder = tool.folder.path + "/work"
    let warning =
      "warning: \(tool.folder.path)/.usher-profile is ignored: other users may write to it (mode 0666)\n"
    #expect(tool.run("status").errors == warning)
    #expect(place() == "acme production acme-1234 - selected")
    tool.folder.makeFolder("work/.usher-profile")
    #expect(tool.run("status").errors.contains("is ignored: it is not a regular file"))
  }

  @Test func theEmbeddedServerIsNamedInCIAlsoWhereAProfileLeadsThere() {
    tool.run("profile", "set", "endpoint", "local", "-p", "here")
    tool.run("profile", "use", "here")
    tool.environment["CI"] = "true"
    #expect(place() == "exit 78")
    #expect(place(["-p", "here"]) == "here local demo-usher - --profile")
  }

  @Test func anUnreadableStateIsNotTakenForNoProfile() {
    tool.folder.write("{", to: "config/state.json")
    #expect(tool.run("verify-phone", "+16505553434").status == 78)
    #expect(tool.run("local", "outbox", "--endpoint", "local").status == 0)
  }

  @Test func theNextStepKeepsTheProfile() {
    tool.network = TransportStub(.json(#"{"sessionInfo":"s1"}"#))
    let result = tool.run("verify-phone", "+16505553434", "-p", "emulator", "--json").json
    #expect(
      result?["next_step"]?["argv"]
        == ["usher", "confirm-code", "--pending", "p1", "--profile", "emulator"])
  }
}
