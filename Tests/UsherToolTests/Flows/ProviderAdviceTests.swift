import TerminalIO
import TestSupport
import Testing
import UsherTool

/// What people are told where a provider, or an identity at it, cannot be.
@Suite struct ProviderAdviceTests {
  private let tool = ToolHarness()

  @Test(arguments: [("gogle", "Did you mean google?"), ("githb", "Did you mean github?")])
  func aTypoOfAProviderIsCalledOne(word: String, hint: String) {
    for command in ["signin", "link", "reauth"] {
      tool.run("signin", "anonymous")
      let outcome = tool.run(command, "idp", word, "--identity", "kim@example.com")
      #expect(outcome == .init(64, errors: outcome.errors))
      #expect(outcome.errors.hasPrefix("error: there is no provider '\(word)'\n"))
      #expect(outcome.errors.contains("  \(hint)\n"))
    }
  }

  @Test func aTypoIsCalledOneInTheShortForm() {
    for (word, hint) in [("githb", "github"), ("phon", "phone"), ("pasword", "password")] {
      for command in ["signin", "link", "reauth"] {
        let outcome = tool.run(command, word)
        #expect(outcome.status == 64)
        #expect(
          outcome.errors.hasSuffix("  did you mean:  usher \(command) \(hint)\n"), "\(outcome.errors)")
      }
    }
  }

  @Test func aTypoAtThePromptIsNoPhoneNumber() {
    let terminal = ScriptedTerminal(answers: ["githb", "hunter4", .failure(.endOfInput)])
    #expect(tool.run("signin", terminal: terminal).status == 66)
    #expect(
      terminal.transcript.filter { $0.contains("is not a phone number") } == [
        "'githb' is not a phone number, an e-mail address or a provider. Did you mean github?",
        "'hunter4' is not a phone number, an e-mail address or a provider. Providers are google, github, apple, microsoft, facebook, twitter, yahoo, linkedin, oidc.NAME and saml.NAME.",
      ])
  }

  @Test(arguments: [#"{"name":"Kim"}"#, #"{"sub":5,"email":"kim@example.com"}"#, #"{"sub":""}"#])
  func anIdentityNeedsAName(identity: String) {
    let outcome = tool.run("signin", "idp", "google", "--identity", identity)
    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix("error: the identity needs sub or email, as text\n"))
  }

  @Test func aDisabledProviderIsAllowedByItsOwnCommand() {
    tool.run("local", "provider", "set", "google.com", "--disable")
    let outcome = tool.run("signin", "idp", "google", "--identity", "kim@example.com")
    #expect(outcome.status == 12)
    #expect(
      outcome.errors == """
        error: the project does not allow this identity provider (The identity provider configuration is disabled.)
          allow it:  usher project provider set PROVIDER

        """)
  }

  @Test func aProviderThatTheServerCannotAskIsNamed() {
    tool.network = OpenIDProviderFixture { [clock = tool.clock] in clock.now }
    tool.run(
      "local", "provider", "set", "oidc.corp", "--issuer", "https://nowhere.example", "--client-id", "c")
    let outcome = tool.run("signin", "idp", "oidc.corp", "--identity", "kim@example.com")
    #expect(outcome.status == 69)
    #expect(outcome.errors.hasPrefix("error: the local server cannot ask the identity provider (oidc.corp: "))
    #expect(!outcome.errors.contains("(("))
  }

  @Test func aProviderThatIsAskedItselfIsNotStoodInFor() {
    tool.network = OpenIDProviderFixture { [clock = tool.clock] in clock.now }
    tool.run(
      "local", "provider", "set", "oidc.corp", "--issuer", OpenIDProviderFixture.issuer, "--client-id",
      "client-1")
    let outcome = tool.run("signin", "idp", "oidc.corp", "--identity", "kim@example.com")
    #expect(outcome.status == 64)
    #expect(
      outcome.errors.hasPrefix(
        "error: --identity is for the local server's own page, and oidc.corp is asked itself\n"))
  }
}
