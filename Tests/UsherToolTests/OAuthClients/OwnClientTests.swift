import Essentials
import HTTP
import IdentityToolkit
import LibC
import TerminalIO
import TestSupport
import Testing
import UsherTool

/// Sign-ins by an OAuth client of the profile's own, at a provider that the embedded server knows, too.
@Suite struct OwnClientTests {
  private let tool = ToolHarness()
  private let provider: OpenIDProviderFixture

  init() {
    provider = OpenIDProviderFixture { [clock = tool.clock] in clock.now }
    tool.network = provider
    tool.environment["USHER_PROFILE"] = "own"
    tool.run("profile", "set", "endpoint", "local")
    tool.run(
      "local", "provider", "set", "oidc.corp", "--issuer", OpenIDProviderFixture.issuer, "--client-id",
      "client-1")
    tool.run(
      "profile", "client", "set", "oidc.corp", "--client-id", "client-1", "--issuer",
      OpenIDProviderFixture.issuer)
  }

  /// A person who pastes the address that their browser ended at.
  private func terminal(_ end: @escaping @Sendable (_ address: String) -> String) -> ScriptedTerminal {
    ScriptedTerminal(answers: [
      .reply { transcript in
        let addresses = transcript.compactMap { line in
          line.firstRange(of: "https://id.example/authorize").map { String(line[$0.lowerBound...]) }
        }
        return end(addresses.last ?? "")
      }
    ])
  }

  private func signIn(_ words: String...) -> ToolHarness.Outcome {
    tool.run(
      ["signin", "idp", "oidc.corp", "--listen", "127.0.0.1:\(freePort())", "--no-browser"] + words,
      terminal: terminal { [provider] address in (try? provider.callback(from: address)) ?? "" })
  }

  private var email: String { tool.run("whoami", "--field", "account.email").output }

  @Test func aCodeFromTheBrowserSignsIn() throws {
    let outcome = signIn()
    #expect(outcome.status == 0, "\(outcome)")
    #expect(email == "kim@example.com\n")
    // What leads to an account is nowhere that lasts.
    for name in tool.folder.names(in: "config") {
      let content = tool.folder.text(of: "config/" + name) ?? ""
      for secret in ["access-1", "code-1", "code_verifier"] { #expect(!content.contains(secret), "\(name)") }
    }
  }

  @Test func itsSecretsFileThatOthersMayReadIsAWarning() {
    tool.folder.write("s3cret\n", to: "secret", mode: 0o644)
    let file = tool.folder.path(of: "secret")
    tool.run(
      "profile", "client", "set", "oidc.corp", "--client-id", "client-1", "--issuer",
      OpenIDProviderFixture.issuer, "--client-secret-file", file)
    let warning = "warning: \(file) contains a secret, and others may read it\n"
    #expect(signIn().errors.contains(warning))
    chmod(file, 0o600)
    #expect(!signIn().errors.contains(warning))
  }

  @Test(arguments: ["--no-browser", "--device"])
  func anAddressAtTheUserInfoEndpointAloneIsNotLost(way: String) throws {
    provider.behaviour.email = nil
    provider.behaviour.userInfo = ["sub": "248289761001", "email": "kim@example.com", "email_verified": true]
    let outcome =
      way == "--device"
      ? tool.run("signin", "idp", "oidc.corp", way, terminal: ScriptedTerminal()) : signIn()
    #expect(outcome.status == 0, "\(outcome)")
    #expect(email == "kim@example.com\n")
  }

  @Test func theTokensOfTheProviderAreCheckedBeforeTheServiceSeesThem() throws {
    provider.behaviour.claims = [("aud", "client-2")]
    let outcome = signIn()
    #expect(outcome.status == 5)
    #expect(outcome.errors.contains("the ID token of oidc.corp is not valid: it is for another client"))
    #expect(tool.run("whoami").status == 4)
  }

  /// The embedded server, on the same machine, takes what is a minute off.
  @Test func aProvidersClockMayBeAMinuteAhead() throws {
    let time = Int64(tool.clock.now.timeIntervalSince1970)
    provider.behaviour.claims = [("iat", .integer(time + 60)), ("nbf", .integer(time + 60))]
    #expect(signIn().status == 0)
  }

  @Test func anAnswerToAnotherQuestionIsRefused() throws {
    let outcome = tool.run(
      ["signin", "idp", "oidc.corp", "--listen", "127.0.0.1:\(freePort())", "--no-browser"],
      terminal: terminal { [provider] address in
        let callback = (try? provider.callback(from: address)) ?? ""
        let state = callback.firstRange(of: "state=")
        return state.map { callback[..<$0.upperBound] + "forged" } ?? ""
      })
    #expect(outcome.status == 5)
    #expect(!provider.requests.contains { $0.path == "/token" })
  }

  @Test func aRefusalIsTold() throws {
    let outcome = tool.run(
      ["signin", "idp", "oidc.corp", "--listen", "127.0.0.1:\(freePort())", "--no-browser"],
      terminal: terminal { [provider] address in (try? provider.refusal(from: address)) ?? "" })
    #expect(outcome.status == 5)
    #expect(outcome.errors.contains("cancelled"))
  }

  @Test func aDeviceSignsInOnAnotherMachine() throws {
    provider.behaviour.deviceErrors = ["authorization_pending", "slow_down", "authorization_pending"]
    let start = tool.clock.now
    let terminal = ScriptedTerminal()
    let outcome = tool.run("signin", "idp", "oidc.corp", "--device", terminal: terminal)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      terminal.transcript.prefix(2) == [
        "On any machine, open this address and type the code WDJB-MJHT:", "  https://id.example/activate",
      ])
    #expect(email == "kim@example.com\n")
    // Five seconds twice, and ten twice from where it was told to slow down.
    #expect(tool.clock.now.timeIntervalSince(start) == 30)
  }

  @Test func aProviderThatIsAwayForAMomentIsAskedAgain() throws {
    provider.behaviour.answers["/token"] = .failure(.cutOff)
    #expect(tool.run("signin", "idp", "oidc.corp", "--device", terminal: ScriptedTerminal()).status == 0)
    #expect(provider.requests.count { $0.path == "/token" } == 2)
  }

  @Test func aCodeThatNobodyTypedExpires() throws {
    provider.behaviour.deviceErrors = Array(repeating: "authorization_pending", count: 100)
    let outcome = tool.run("signin", "idp", "oidc.corp", "--device", terminal: ScriptedTerminal())
    #expect(outcome.status == 6)
    #expect(outcome.errors.contains("the code was typed too late"))
  }

  @Test func whoDeclinesOnTheOtherMachineIsHeard() throws {
    provider.behaviour.deviceErrors = ["authorization_pending", "access_denied"]
    #expect(tool.run("signin", "idp", "oidc.corp", "--device", terminal: ScriptedTerminal()).status == 5)
  }

  @Test func aClientThatAnEndpointLeavesUnusedIsNotSilentlyLeft() {
    let words = [
      "signin", "idp", "oidc.corp", "-p", "own", "--endpoint", "http://127.0.0.1:1", "-P", "demo-1",
    ]
    let reason = "the profile own's client at oidc.corp is not used, as --endpoint leads elsewhere"
    #expect(tool.run(words).errors.hasPrefix("warning: \(reason)\n"))
    let device = tool.run(words + ["--device"], terminal: ScriptedTerminal())
    #expect(device.status == 64)
    #expect(device.errors.hasPrefix("error: \(reason)\n"))
    // Where it has none, nothing is said.
    let google = tool.run(words.map { $0 == "oidc.corp" ? "google" : $0 })
    #expect(google.status == 64 && !google.errors.contains("warning"))
    #expect(provider.requests.isEmpty)
  }

  @Test func nobodyIsWaitedForInAScript() throws {
    #expect(tool.run("signin", "idp", "oidc.corp", "--json").status == 64)
    #expect(tool.run("signin", "idp", "oidc.corp", "--device", "--json").status == 64)
    #expect(tool.run("signin", "idp", "google", "--device", terminal: ScriptedTerminal()).status == 64)
    #expect(
      tool.run("signin", "twitter", "--device", terminal: ScriptedTerminal())
        == .init(
          64,
          errors: """
            error: --device does not work with X (Twitter)
            usage: usher signin [options] [WHO]
              Leave it out: --device works with google, github and oidc providers only.

            """))
    #expect(provider.requests.isEmpty)
  }

  @Test(arguments: [
    ("/.well-known/openid-configuration", HTTPError.timedOut(seconds: 15), 69),
    ("/token", HTTPError.cutOff, 69),
    ("/keys", HTTPError.redirected(status: 302), 69),
  ])
  func aProviderThatCannotBeReachedIsNamed(path: String, error: HTTPError, status: Int32) throws {
    provider.behaviour.answers[path] = .failure(error)
    let outcome =
      path.hasPrefix("/.well")
      ? tool.run("signin", "idp", "oidc.corp", "--no-browser", terminal: ScriptedTerminal()) : signIn()
    #expect(outcome.status == status)
    #expect(outcome.errors.contains("oidc.corp (https://id.example)"))
  }

  @Test func aProviderThatIsMissingIsSaidBeforeABrowserOpens() throws {
    provider.behaviour.document = [("issuer", "https://other.example")]
    let outcome = tool.run("signin", "idp", "oidc.corp", terminal: ScriptedTerminal())
    #expect(outcome.status == 78)
    #expect(outcome.errors.contains("calls itself https://other.example"))
  }
}
