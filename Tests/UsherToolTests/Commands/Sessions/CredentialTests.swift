import AuthClient
import Essentials
import Flows
import TestSupport
import Testing
import UsherTool

/// `credential`: what git and docker ask a helper, and what they get.
struct CredentialTests {
  let tool = ToolHarness()
  private let key = Binding(profile: "local", endpoint: "local", project: "demo-usher").session()

  init() {
    tool.signIn()
  }

  private var saved: SavedSession {
    get throws { try #require(try tool.state[key]) }
  }

  private func ask(_ operation: String, _ input: String, _ words: String...) -> ToolHarness.Outcome {
    tool.run(
      ["credential", "--profile", "local", "--host", "api.example.com", "--host", "localhost:3000"] + words
        + [operation],
      input: input)
  }

  private func git(_ scheme: String, _ host: String, _ more: String = "") -> String {
    "protocol=\(scheme)\nhost=\(host)\n\(more)\n"
  }

  private func answer(username: String? = nil) throws -> ToolHarness.Outcome {
    let saved = try saved
    return .init(
      0,
      output: """
        username=\(username ?? saved.uid)
        password=\(saved.tokens.idToken.text)
        password_expiry_utc=1800003600

        """)
  }

  @Test func gitGetsTheTokenForAHostThatIsNamed() throws {
    #expect(
      ask("get", git("https", "api.example.com", "path=team/notes.git\nwwwauth[]=Basic\n")) == (try answer()))
    #expect(ask("get", git("https", "API.example.com:443")) == (try answer()))
    #expect(ask("get", git("https", "api.example.com", "username=kim\n")) == (try answer(username: "kim")))
    #expect(ask("get", git("http", "localhost:3000")) == (try answer()))
    // git reads this form whatever else is set.
    tool.environment["USHER_OUTPUT"] = "json"
    #expect(ask("get", git("https", "localhost:3000")) == (try answer()))
  }

  @Test(arguments: [
    "protocol=https\nhost=evil.example\n", "protocol=https\nhost=api.example.com.evil.example\n",
    "protocol=https\nhost=evil.api.example.com\n", "protocol=https\nhost=api.example.com:8443\n",
    "protocol=http\nhost=api.example.com\n", "protocol=https\nhost=localhost\n",
    "protocol=smtp\nhost=api.example.com\n", "protocol=https\nhost=api.example.com@evil.example\n",
    "protocol=https\nhost=evil.example/api.example.com\n", "host=api.example.com\n", "protocol=https\n", "",
    "protocol=https\nhost=evil.example\n\nhost=api.example.com\n", "api.example.com",
  ])
  func nobodyElseGetsIt(_ input: String) {
    for operation in ["get", "erase"] { #expect(ask(operation, input) == .init(0), "\(operation)") }
  }

  @Test func withoutAHostNobodyGetsIt() {
    #expect(
      tool.run("credential", "-p", "local", "get", input: git("https", "api.example.com"))
        == .init(
          64,
          errors: """
            error: no host may have the token
            usage: usher credential [options] OPERATION
              name one:  usher credential --profile local --host HOST get

            """))
    for host in ["https://api.example.com", "api.example.com/", "kim@api.example.com", "*", ""] {
      #expect(tool.run(["credential", "-p", "local", "--host", host, "get"]).status == 64, "\(host)")
    }
  }

  @Test func theFolderDoesNotDecideWhoseTokenItIs() throws {
    let asked = git("https", "api.example.com")
    let refusal = ToolHarness.Outcome(
      64,
      errors: """
        error: --profile has to say whose token it is
        usage: usher credential [options] OPERATION
          name one:  usher credential --profile NAME --host api.example.com get

        """)
    let words = ["credential", "--host", "api.example.com", "get"]
    #expect(tool.run(words, input: asked) == refusal)
    tool.environment["USHER_PROFILE"] = "local"
    #expect(tool.run(words, input: asked) == refusal)
    tool.environment["USHER_PROFILE"] = nil
    tool.folder.write("local\n", to: ".usher-profile")
    #expect(tool.run(words, input: asked) == refusal)
    tool.folder.write("elsewhere\n", to: ".usher-profile")
    #expect(ask("get", asked) == (try answer()))
    #expect(tool.run(words + ["--endpoint", "local"], input: asked).status == 64)
    #expect(
      tool.run(words + ["--endpoint", "local", "--project", "demo-usher"], input: asked) == (try answer()))
  }

  @Test func aProxyDoesNotReadTheTokenOfThisMachine() throws {
    let asked = git("http", "localhost:3000")
    let refusal = ToolHarness.Outcome(
      0,
      errors: """
        warning: git would send the token through a proxy, so it gets none
          set it:  NO_PROXY=localhost

        """)
    for name in ["http_proxy", "all_proxy", "ALL_PROXY"] {
      tool.environment[name] = "http://192.0.2.1:3128"
      #expect(ask("get", asked) == refusal)
      #expect(ask("get", git("https", "localhost:3000")) == (try answer()))
      tool.environment["NO_PROXY"] = "example.com, localhost"
      #expect(ask("get", asked) == (try answer()))
      (tool.environment["NO_PROXY"], tool.environment[name]) = (nil, nil)
    }
  }

  @Test func aUserIDIsOneLine() throws {
    tool.run(
      "local", "seed", "-",
      input: #"{"users":[{"uid":"x\nhost=evil.example","email":"x@y.z","password":"secret1"}]}"#)
    tool.run("signin", "password", "x@y.z", "--password-stdin", input: "secret1\n")
    #expect(try saved.uid == "x\nhost=evil.example")
    let lines = ask("get", git("https", "api.example.com")).output.split(separator: "\n")
    #expect(lines.map { $0.prefix { $0 != "=" } } == ["username", "password", "password_expiry_utc"])
  }

  @Test(arguments: ["protocol", "host", "username", "path"]) func anAttributeIsOneLine(_ name: String) throws
  {
    let attributes = ["protocol": "https", "host": "api.example.com", "username": "kim", "path": "notes"]
    func text(ending: String, _ value: (String) -> String = { $0 }) -> String {
      ["path", "username", "protocol", "host"].map { key in
        "\(key)=\(key == name ? value(attributes[key]!) : attributes[key]!)\(ending)"
      }.joined() + ending
    }
    #expect(ask("get", text(ending: "\r\n")) == (try answer(username: "kim")))
    let isServer = ["protocol", "host"].contains(name)
    for control in ["\r", "\r\r"] {
      let outcome = ask("get", text(ending: "\n") { "\($0.prefix(2))\(control)\($0.dropFirst(2))" })
      #expect(!outcome.output.contains(control), "\(name) \(control.debugDescription)")
      #expect(outcome == (isServer ? .init(0) : try answer(username: name == "username" ? nil : "kim")))
    }
    // The mark belongs to another character, but not for git.
    #expect(ask("get", text(ending: "\n") { "\u{301}" + $0 }).output.isEmpty == isServer)
  }

  @Test func aTokenThatExpiresSoonIsRenewed() throws {
    let first = try saved.tokens.idToken.text
    tool.clock.advance(3400)
    let outcome = ask("get", git("https", "api.example.com"))
    let second = try saved.tokens.idToken.text
    #expect(
      second != first && outcome.output.contains("password=\(second)\npassword_expiry_utc=1800007000\n"))
  }

  @Test func aRefusedTokenIsRenewedOnce() throws {
    tool.clock.advance(60)
    let first = try saved.tokens.idToken.text
    let refused = git("https", "api.example.com", "username=kim\npassword=\(first)\n")
    #expect(ask("erase", refused) == .init(0))
    let second = try saved.tokens.idToken.text
    #expect(second != first)
    tool.clock.advance(60)
    #expect(ask("erase", refused) == .init(0))
    #expect(ask("erase", git("https", "api.example.com")) == .init(0))
    #expect(ask("erase", git("https", "evil.example", "password=\(second)\n")) == .init(0))
    #expect(try saved.tokens.idToken.text == second)
  }

  @Test func whatIsNoneOfOurBusinessIsIgnored() throws {
    let before = try saved
    let stored = git("https", "api.example.com", "username=kim\npassword=hunter2\n")
    for operation in ["store", "capability", "list"] { #expect(ask(operation, stored) == .init(0)) }
    #expect(try saved == before)
  }

  @Test func withoutASessionThereIsNothing() {
    tool.run("signout")
    let outcome = ask("get", git("https", "api.example.com"))
    #expect(
      outcome.status == 4 && outcome.output.isEmpty && outcome.errors.hasPrefix("error: no user is signed in")
    )
    #expect(ask("get", git("https", "evil.example")) == .init(0))
    #expect(ask("get", "api.example.com", "--format", "docker").status == 4)
  }

  @Test(arguments: [
    "api.example.com", "https://api.example.com", "https://api.example.com/v1/", "localhost:3000",
  ])
  func dockerGetsTheToken(_ server: String) throws {
    let saved = try saved
    let credential =
      #"{"ServerURL":"\#(server)","Username":"\#(saved.uid)","Secret":"\#(saved.tokens.idToken.text)"}"#
      + "\n"
    #expect(ask("get", server + "\n", "--format", "docker") == .init(0, output: credential))
    for operation in ["store", "erase"] { #expect(ask(operation, server, "--format", "docker") == .init(0)) }
    #expect(try self.saved == saved)
  }

  @Test(arguments: [
    "evil.example", "https://evil.example/api.example.com", "http://api.example.com", "a://b://c", "",
  ])
  func dockerHasNoneElsewhere(_ server: String) {
    #expect(
      ask("get", server, "--format", "docker")
        == .init(1, output: "credentials not found in native keychain\n"))
  }

  @Test func dockerListsTheHosts() throws {
    let uid = try saved.uid
    #expect(
      ask("list", "", "--format", "docker")
        == .init(0, output: #"{"api.example.com":"\#(uid)","localhost:3000":"\#(uid)"}"# + "\n"))
    #expect(
      ask("list", "", "--format", "docker", "--host", "API.example.com")
        == ask("list", "", "--format", "docker"))
  }

  @Test func theFormIsTheProgramsOwn() {
    #expect(ask("get", git("https", "api.example.com"), "--field", "password").status == 64)
    #expect(ask("get", git("https", "api.example.com"), "--format", "aws").status == 64)
  }
}
