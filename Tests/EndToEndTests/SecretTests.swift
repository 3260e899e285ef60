import IdentityToolkit
import LibC
import TestSupport
import Testing

/// Tokens stay out of argument lists, children's environments, messages and crash reports.
@Suite struct SecretTests {
  private let usher: Usher
  private let secrets: [String]

  init() throws {
    usher = Usher()
    try usher.signIn()
    let state = try #require(usher.home.text(of: "config/state.json"))
    secrets = state.matches(of: /"(?:id|refresh)_token": "([^"]*)"/).map { String($0.output.1) }
    try #require(secrets.count == 2)
  }

  private func holdsASecret(_ text: String) -> Bool {
    // A piece is as bad as the whole.
    secrets.contains { text.firstRange(of: $0.suffix(24)) != nil }
  }

  @Test func noProgramThatIsStartedGetsThem() throws {
    usher.run("verify-phone", "+16505553434", "--json", "--as", "kim")
    let code = #"echo 654321; env >&2; tr '\0' '\n' </proc/$PPID/cmdline >&2"#
    var launch = usher.launch("confirm-code", "--code-command", code, "--as", "kim")
    launch.environment["USHER_ID_TOKEN"] = secrets.first { $0.hasPrefix("ey") }
    launch.environment["USHER_REFRESH_TOKEN"] = secrets.first { !$0.hasPrefix("ey") }
    let log = usher.home.path + "/execve"
    launch = launch.under(["strace", "-f", "-qq", "-v", "-s", "100000", "-e", "trace=execve", "-o", log])
    let ending = launch.run()
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.errors.contains("USHER_CONFIG_DIR="))
    #expect(!holdsASecret(ending.errors))
    // The first is ours, with the variables that it was given.
    let started = try #require(usher.home.text(of: "execve")).split(separator: "\n").dropFirst()
    #expect(started.count >= 1)
    #expect(!started.contains { holdsASecret(String($0)) })
  }

  @Test func onlyTheCommandsForItPrintThem() {
    for words in [
      ["whoami"], ["status", "--all"], ["session", "list"], ["pending", "list"], ["whoami", "--claims"],
      ["session", "use", "default"], ["signout"],
    ] {
      for format in [[], ["--json"]] {
        let ending = usher.run(words + format)
        #expect(ending.status == 0 || words == ["signout"])
        #expect(!holdsASecret(ending.output + ending.errors), "\(words)")
      }
    }
  }

  @Test func failuresDoNotRepeatThem() throws {
    let token = try #require(secrets.first)
    for variable in ["USHER_ID_TOKEN", "USHER_REFRESH_TOKEN"] {
      var other = usher.local
      other.environment["USHER_PROJECT"] = "demo-other"
      other.environment[variable] = token + "x"
      for words in [["whoami"], ["token", "--verify"], ["token", "--refresh"], ["whoami", "--json"]] {
        let ending = other.run(words)
        if ending.status != 0 { #expect(!holdsASecret(ending.errors), "\(variable) \(words)") }
      }
    }
    let state = try #require(usher.home.text(of: "config/state.json"))
    for damage in [String(state.dropLast(40)), state.replacing("\"id_token\"", with: "\"id_tokenn\"")] {
      usher.home.write(damage, to: "config/state.json")
      let ending = usher.run("whoami", "--json")
      #expect(ending.status == 78)
      #expect(!holdsASecret(ending.errors))
    }
  }

  @Test func theyAreNotTakenFromTheCommandLine() {
    for words in [
      ["whoami", "--token", "x"], ["whoami", "--refresh-token", "x"], ["verify-phone", "--api-key", "x"],
    ] {
      #expect(usher.run(words).status == 64)
    }
  }

  @Test func theMemoryOfARunningOneIsItsOwn() throws {
    let server = try Server(usher)
    let coreLimit = usher.script(
      "grep 'Max core file size' /proc/\(server.program.pid)/limits | tr -s ' ' | cut -d' ' -f5,6")
    #expect(coreLimit.output.hasPrefix("0 "))
  }
}
