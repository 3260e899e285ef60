import AuthClient
import BrowserPages
import Essentials
import Flows
import HTTP
import HTTPListener
import IdentityToolkit
import LibC
import TerminalIO
import TestSupport
import Testing
import UsherTool

/// Identity providers at the embedded server, whose own page takes their part.
@Suite struct LocalProviderTests {
  private let tool = ToolHarness()

  private func identity(_ words: String..., identity: String = ToolHarness.email) -> ToolHarness.Outcome {
    tool.run(words + ["--identity", identity, "--json"])
  }

  /// Does in the browser what a person would, once the terminal shows an address: chooses with `fields`, on the page
  /// that the address leads to.
  private func browse(_ terminal: ScriptedTerminal, choosing fields: [QueryItem]) {
    try? startThread {
      for _ in 1...1_800_000 {
        if let url = terminal.address,
          let port = UInt16(url.split(separator: "/")[1].split(separator: ":")[1])
        {
          let browser = Browser(port: port)
          let origin = "http://127.0.0.1:\(port)"
          let entry = browser.send(browser.visit(url))
          guard let next = entry?.headers["Location"], next.hasPrefix(origin + "/emulator/auth/provider?"),
            let page = browser.send(browser.visit(next, cookie: entry?.cookie)), page.status == 200
          else { return }
          let chosen = browser.send(
            browser.visit(next, from: "same-origin", cookie: entry?.cookie).with("Origin", origin)
              .with("Content-Type", "application/x-www-form-urlencoded").changed {
                $0.method = "POST"
                $0.body = FormEncoding.encode(page.fields.prefix(1) + fields)
              })
          if let back = chosen?.headers["Location"] {
            _ = browser.send(browser.visit(back, from: "same-origin", cookie: entry?.cookie))
          }
          return
        }
        usleep(2000)
      }
    }
  }

  @Test(arguments: IdentityProvider.offered.flatMap { provider in provider.words.map { ($0, provider.id) } })
  func everyWordForAProviderSignsInThere(_ word: String, _ id: String) {
    let outcome = identity("signin", word)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.json?["account"]?["providers"] == [.string(id)])
  }

  @Test func aPersonMayBeMadeUpOnThePage() {
    let terminal = ScriptedTerminal(answers: [.elsewhere])
    browse(
      terminal, choosing: [.init("email", "kim@example.com"), .init("verified", "yes"), .init("make", "yes")])
    let outcome = tool.run("signin", "idp", "google", "--no-browser", terminal: terminal)
    #expect(outcome.status == 0, "\(outcome.errors) \(terminal.transcript)")
    #expect(outcome.output.hasPrefix("Signed in as kim@example.com (uid "))
    // Nothing has to be registered, and no other machine can open the page.
    #expect(!terminal.transcript.contains { $0.hasPrefix("If Google says") || $0.hasPrefix("Or open") })
  }

  @Test func inAContainerThePortIsPublishedOnce() {
    tool.environment["container"] = "podman"
    let advice = "You are in a container."
    let published = ["--listen", "127.0.0.1:\(freePort())", "--page-host", "localhost"]
    for (options, isSaid) in [([], true), (published, false)] {
      let terminal = ScriptedTerminal(answers: [.failure(.interrupted)])
      #expect(tool.run(["signin", "google", "--no-browser"] + options, terminal: terminal).status == 130)
      #expect(terminal.transcript.contains { $0.hasPrefix(advice) } == isSaid)
    }
  }

  @Test func whoCancelsOnThePageIsNotSignedIn() {
    let terminal = ScriptedTerminal(answers: [.elsewhere])
    browse(terminal, choosing: [.init("cancel", "yes")])
    let outcome = tool.run("signin", "idp", "google", "--no-browser", terminal: terminal)
    #expect(
      outcome
        == .init(
          5,
          errors: """
            error: the sign-in at Google was cancelled
              try again:  usher signin idp google --no-browser

            """))
    #expect(tool.run("whoami").status == 4)
  }

  @Test(arguments: ["google", "google.com", "github", "apple", "saml.acme", "oidc.acme", "twitter"])
  func aScriptSaysWhoSignsIn(_ provider: String) {
    let outcome = identity("signin", "idp", provider)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.json?["created"] == true)
    #expect(outcome.json?["account"]?["email"] == "kim@example.com")
    let again = identity("signin", "idp", provider)
    #expect(
      again.json?["account"]?["uid"] == outcome.json?["account"]?["uid"] && again.json?["created"] == false)
  }

  @Test func theShortFormsTakeTheSameOptions() {
    #expect(identity("signin", "google").json?["created"] == true)
    #expect(identity("signin", "google").json?["account"]?["email"] == "kim@example.com")
    tool.clock.advance(10)
    #expect(identity("link", "github").json?["account"]?["providers"] == ["github.com", "google.com"])
    #expect(identity("reauth", "github").status == 0)
    let terminal = ScriptedTerminal(answers: [])
    let outcome = tool.run(
      "signin", "google", "--identity", ToolHarness.email, "--show-provider-token", "--as", "other",
      terminal: terminal)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.lines.contains { $0.hasPrefix("ID token of google.com: ") })
  }

  @Test func whoamiShowsTheProviders() {
    tool.signIn()
    _ = identity("link", "google")
    _ = identity("link", "oidc.acme")
    #expect(
      tool.run("whoami").output
        == "kim@example.com, +16505550123 (uid \(tool.uid() ?? ""), local server; "
        + "providers: phone, google, oidc.acme)\n")
    tool.run("signin", "anonymous")
    #expect(tool.run("whoami").output.hasSuffix(", local server)\n"))
  }

  @Test func linkAsksWhatToLink() {
    tool.signIn()
    let error = tool.run("link")
    #expect(
      error.status == 64 && error.errors.contains("  Name it: phone, email-link, password, google, "))
    let terminal = ScriptedTerminal(answers: [
      "3", .line(ToolHarness.email), .line(ToolHarness.password), .line(ToolHarness.password),
    ])
    _ = tool.run("link", terminal: terminal)
    #expect(
      terminal.transcript.prefix(6) == [
        "local server (no project configured)", "What do you want to link?", "  1) phone",
        "  2) e-mail link", "  3) password", "  4) Google",
      ])
    #expect(tool.run("whoami", "--json").json?["account"]?["providers"] == ["phone", "password"])
  }

  // MARK: What the provider gave, and a second factor

  @Test func theProvidersTokensAreGivenBeforeTheSecondFactor() throws {
    tool.signUpVerified()
    _ = identity("link", "google")
    tool.enrollTOTP()
    tool.run("signout")
    tool.clock.advance(60)
    #expect(identity("signin", "google").json?["provider_tokens"] == nil)
    let pending = identity("signin", "google", "--show-provider-token")
    #expect(pending.status == 3 && pending.json?["status"] == "more_needed")
    let token = pending.json?["provider_tokens"]?["id_token"]?.string ?? ""
    #expect(token.split(separator: ".").count == 3)
    // Nothing of it is kept.
    #expect(tool.folder.text(of: "config/state.json")?.contains(token) == false)
    #expect(
      tool.run("signin", "google", "--identity", ToolHarness.email, "--show-provider-token").lines.contains {
        $0.hasPrefix("ID token of google.com: ")
      })
    let confirmed = tool.run("confirm-code", tool.totpCode(), "--json")
    #expect(confirmed.status == 0 && confirmed.json?["provider_tokens"] == nil)
  }

  @Test func whoLeavesBeforeTheSecondFactorIsToldThatTheTokensAreGone() {
    tool.signUpVerified()
    _ = identity("link", "google")
    tool.enrollTOTP()
    tool.run("signout")
    tool.clock.advance(60)
    let terminal = ScriptedTerminal(answers: [.failure(.interrupted)])
    let outcome = tool.run(
      "signin", "google", "--identity", ToolHarness.email, "--show-provider-token", terminal: terminal)
    #expect(outcome.status == 130)
    #expect(
      terminal.transcript.last
        == "usher does not keep the provider's tokens. To get them, sign in again.")
  }

  @Test func claimsMayBeGivenWhole() {
    let outcome = identity(
      "signin", "idp", "google", "--show-provider-token",
      identity: #"{"sub":"g7","email":"lee@example.com","email_verified":true,"name":"Lee"}"#)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.json?["account"]?["display_name"] == "Lee")
    #expect(outcome.json?["profile_at_provider"]?["id"] == "g7")
    #expect(outcome.json?["provider_tokens"]?["id_token"]?.string?.isEmpty == false)
    for (bad, status) in [("kim", 65), ("{", 65), ("[1]", 65), (#"{"email":"x@example.com""#, 65)] {
      #expect(identity("signin", "idp", "google", identity: bad).status == Int32(status), "\(bad)")
    }
    #expect(
      tool.run("signin", "idp", "google", "--identity", "kim@example.com", "--id-token-file", "x").status
        == 64)
  }

  @Test func itIsLinkedUnlinkedAndReauthenticatedWith() {
    tool.signIn()
    let linked = identity("link", "idp", "github")
    #expect(linked.status == 0 && linked.json?["account"]?["providers"] == ["phone", "github.com"])
    #expect(identity("link", "idp", "github").status == 9)
    tool.clock.advance(10)
    #expect(identity("reauth", "idp", "github").status == 0)
    // Another person of the same provider; the session stays.
    let state = try? tool.state
    let other = identity("reauth", "idp", "github", identity: "lee@example.com")
    #expect(other.status == 5 && other.json?["error"]?["code"] == "auth/user-mismatch")
    #expect(try! tool.state == state)
    #expect(identity("reauth", "idp", "google").status == 65)
    #expect(tool.run("unlink", "github", "--json").json?["account"]?["providers"] == ["phone"])
  }

  @Test func whoChoosesAnotherAccountOnThePageIsToldToTryAgain() {
    _ = identity("signin", "idp", "google")
    tool.clock.advance(301)
    tool.environment["BROWSER"] = nil
    let terminal = ScriptedTerminal(answers: [.elsewhere])
    browse(
      terminal, choosing: [.init("email", "lee@example.com"), .init("verified", "yes"), .init("make", "yes")])
    let outcome = tool.run("account", "delete", "--yes", terminal: terminal)
    #expect(
      outcome
        == .init(
          5,
          errors: """
            error: this credential belongs to another user
              The session is unchanged: use a credential of the account that whoami shows.
              try again:  usher account delete --yes

            """))
  }

  @Test func reauthGoesBackToTheProviderThatTheSessionCameFrom() {
    _ = identity("signin", "idp", "google")
    tool.clock.advance(10)
    let terminal = ScriptedTerminal(answers: [.elsewhere])
    browse(
      terminal, choosing: [.init("email", "kim@example.com"), .init("verified", "yes"), .init("make", "yes")])
    tool.environment["USHER_BROWSER"] = "true"
    let outcome = tool.run("reauth", terminal: terminal)
    #expect(terminal.transcript.contains { $0.hasPrefix("Sign in at Google") })
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test func aSecondFactorIsAskedForToo() {
    tool.signUpVerified()
    _ = identity("link", "idp", "google")
    tool.enrollTOTP()
    tool.run("signout")
    tool.clock.advance(60)
    let pending = identity("signin", "idp", "google")
    #expect(pending.status == 3)
    tool.run("pending", "drop")
    let terminal = ScriptedTerminal(answers: [.line(tool.totpCode())])
    let outcome = tool.run(
      "signin", "idp", "google", "--identity", "kim@example.com", "--show-provider-token", terminal: terminal)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.lines.contains { $0.hasPrefix("ID token of google.com: ") })
  }

  // MARK: An account that has the address already

  private func conflict() -> ToolHarness.Outcome {
    tool.signInByLink(as: "owner")
    return identity(
      "signin", "idp", "facebook", identity: #"{"sub":"f1","email":"kim@example.com","email_verified":false}"#
    )
  }

  @Test func aScriptIsToldHowToLinkAndTheIdentityIsKept() throws {
    let outcome = conflict()
    #expect(outcome.status == 9)
    let error = outcome.json?["error"]
    #expect(error?["code"] == "auth/account-exists-with-different-credential")
    // Nobody is signed in yet.
    #expect(error?["next_step"]?["argv"] == ["usher", "signin", "kim@example.com"])
    let step = try #require(tool.run("pending", "list", "--json").json?["pending"]?.array?.first)
    #expect(
      step["kind"] == "idp-link" && step["provider"] == "facebook.com" && step["email"] == "kim@example.com")
    // Not before its user has signed in, and by no code.
    let words = ["link", "idp", "--pending", step["id"]?.string ?? ""]
    #expect(
      error?["hint"]?.string
        == "sign in to the other account: usher signin kim@example.com")
    #expect(tool.run(words).status == 4)
    #expect(tool.run("confirm-code", "000000", "--pending", step["id"]?.string ?? "").status != 0)
    #expect(tool.run("confirm-code", "000000").status == 64)
    tool.clock.advance(61)
    let uid = tool.signInByLink().json?["account"]?["uid"]
    let linked = tool.run(words + ["--json"])
    #expect(linked.status == 0, "\(linked.errors)")
    #expect(linked.json?["account"]?["providers"]?.array?.contains("facebook.com") == true)
    #expect(linked.json?["account"]?["uid"] == uid)
    #expect(tool.run("pending", "list").output == "")
    #expect(tool.run(words).status == 64)
  }

  @Test func whatIsKeptExpires() {
    let words = linking(conflict())
    tool.signInByLink()
    tool.clock.advance(3600)
    #expect(tool.run(words) == Self.tooOld)
  }

  private static let tooOld = ToolHarness.Outcome(
    6,
    errors: """
      error: the sign-in at Facebook was too long ago
        start again:  usher link idp facebook.com

      """)

  /// What links the identity that is kept.
  private func linking(_ conflict: ToolHarness.Outcome) -> [String] {
    #expect(conflict.status == 9)
    let steps = tool.run("pending", "list", "--json").json?["pending"]?.array ?? []
    #expect(steps.count == 1)
    return ["link", "idp", "--pending", steps.last?["id"]?.string ?? ""]
  }

  @Test func anIdentityThatTheServerTakesNoMoreIsNotKept() {
    let words = linking(conflict())
    tool.clock.advance(3000)
    tool.signInByLink()
    #expect(tool.run(words) == Self.tooOld)
    #expect(tool.run("pending", "list").output == "")
  }

  @Test func aSignInThatIsTriedAgainIsKeptOnce() {
    let first = linking(conflict())
    let again = linking(
      identity(
        "signin", "idp", "facebook",
        identity: #"{"sub":"f1","email":"kim@example.com","email_verified":false}"#))
    #expect(first != again)
    #expect(tool.run(first).status == 64)
  }

  @Test func whoeverIsSignedInAlreadyOnlyLinks() {
    tool.signInByLink()
    tool.clock.advance(61)
    let outcome = conflict()
    let words = linking(outcome)
    #expect(
      outcome.json?["error"]?["next_step"]?["argv"]?.array?.compactMap(\.string) == ["usher"] + words)
    #expect(tool.run(words).status == 0)
  }

  @Test func noOtherAccountGetsTheIdentity() throws {
    let words = linking(conflict())
    tool.signIn()
    let state = try tool.state
    let outcome = tool.run(words)
    #expect(
      outcome
        == .init(
          9,
          errors: """
            error: the signed-in account does not have the address kim@example.com, so Facebook is not linked \
            to it
              Sign in to the account that has this address.
              then link Facebook:  usher \(words.joined(separator: " ")) --as SESSION

            """))
    #expect(try tool.state[local.session()]?.account.providers == ["phone"])
    #expect(try tool.state.pending(of: local.session()) == state.pending(of: local.session()))
    #expect(tool.run(words + ["--as", "owner"]).status == 0)
  }

  private var local: Binding { Binding(profile: "local", endpoint: "local", project: "demo-usher") }

  /// Meets the conflict at a terminal, and signs in at another provider as `email` then.
  private func conflict(_ terminal: ScriptedTerminal, as email: String) -> ToolHarness.Outcome {
    browse(terminal, choosing: [.init("email", email), .init("verified", "yes"), .init("make", "yes")])
    tool.environment["USHER_BROWSER"] = "true"
    return tool.run(
      "signin", "idp", "facebook", "--identity",
      #"{"sub":"f1","email":"kim@example.com","email_verified":false}"#, terminal: terminal)
  }

  @Test func anAccountOfAnotherProviderIsLedToToo() {
    _ = identity("signin", "idp", "google", "--as", "owner")
    let terminal = ScriptedTerminal(answers: ["3", "1", .elsewhere])
    let outcome = conflict(terminal, as: "kim@example.com")
    #expect(outcome.status == 0, "\(outcome.errors) \(terminal.transcript)")
    #expect(
      terminal.transcript.drop { $0 != "Which provider?" }.prefix(9) == [
        "Which provider?", "  1) Google", "  2) GitHub", "  3) Apple", "  4) Microsoft", "  5) X (Twitter)",
        "  6) Yahoo", "  7) LinkedIn", "Which one? [1]: ",
      ])
    #expect(
      tool.run("whoami", "--json").json?["account"]?["providers"] == ["facebook.com", "google.com"])
  }

  @Test func whoSignsInToAnotherAccountThenLinksNothing() {
    tool.signInByLink(as: "owner")
    let terminal = ScriptedTerminal(answers: ["3", "1", .elsewhere])
    let outcome = conflict(terminal, as: "lee@example.com")
    #expect(outcome.status == 9)
    #expect(
      outcome.errors.hasPrefix("error: the signed-in account does not have the address kim@example.com"))
    #expect(tool.run("whoami", "--json").json?["account"]?["providers"] == ["google.com"])
  }

  @Test func aTerminalIsLedToTheOtherAccountAndTheLinkByItself() {
    tool.signUpVerified(as: "owner")
    tool.clock.advance(61)
    let terminal = ScriptedTerminal(answers: ["2", .line(ToolHarness.password)])
    let outcome = tool.run(
      "signin", "idp", "facebook", "--identity",
      #"{"sub":"f1","email":"kim@example.com","email_verified":false}"#, terminal: terminal)
    #expect(outcome.status == 0, "\(outcome.errors) \(terminal.transcript)")
    #expect(outcome.output.hasPrefix("Linked Facebook to kim@example.com"))
    #expect(
      terminal.transcript.contains(
        "Another account has the address kim@example.com. Sign in to it, and usher links Facebook to it."))
    // There is an account: a new one is not offered.
    #expect(
      terminal.transcript.drop { $0 != "How do you want to sign in?" }.prefix(5) == [
        "How do you want to sign in?", "  1) e-mail link", "  2) password", "  3) identity provider",
        "Which one? [1]: ",
      ])
    #expect(tool.run("whoami", "--field", "account.providers").output.contains("facebook.com"))
    #expect(tool.run("pending", "list").output == "")
  }

  /// No app is verified with --testing, and a real number's code needs one that is.
  @Test func howTheAppIsVerifiedHoldsForTheOtherAccountsSecondFactor() {
    tool.signUpVerified(as: "owner")
    tool.enrollSMS(ToolHarness.number, as: "owner")
    tool.clock.advance(61)
    let terminal = ScriptedTerminal(answers: ["2", .line(ToolHarness.password)])
    let outcome = tool.run(
      "signin", "idp", "facebook", "--testing", "--identity",
      #"{"sub":"f1","email":"kim@example.com","email_verified":false}"#, terminal: terminal)
    #expect(outcome.status == 11, "\(outcome.errors) \(terminal.transcript)")
  }

  // MARK: signin by itself

  @Test(arguments: ["google", "Google", "google.com"])
  func aProviderMayBeTypedInPlaceOfANumber(_ word: String) {
    let terminal = ScriptedTerminal(answers: [.line(word), .elsewhere])
    browse(
      terminal, choosing: [.init("email", "kim@example.com"), .init("verified", "yes"), .init("make", "yes")])
    tool.environment["USHER_BROWSER"] = "true"
    let outcome = tool.run("signin", terminal: terminal)
    #expect(outcome.output.hasPrefix("Account created.\nSigned in as kim@example.com"), "\(outcome.errors)")
  }

  @Test func anAddressThatNobodyHasMayGetItsAccountAtAProvider() {
    tool.run("local", "project", "disable", "enumeration-protection")
    let terminal = ScriptedTerminal(answers: ["kim@example.com", "3", "1", .elsewhere])
    browse(
      terminal, choosing: [.init("email", "kim@example.com"), .init("verified", "yes"), .init("make", "yes")])
    tool.environment["USHER_BROWSER"] = "true"
    let outcome = tool.run("signin", terminal: terminal)
    #expect(outcome.output.hasPrefix("Account created.\nSigned in as kim@example.com"), "\(outcome.errors)")
    #expect(tool.run("whoami", "--field", "account.providers").output == #"["google.com"]"# + "\n")
  }

  @Test func anAccountWhoseOnlyMethodIsAProviderLeadsThere() {
    tool.run("local", "project", "disable", "enumeration-protection")
    _ = identity("signin", "idp", "google")
    let terminal = ScriptedTerminal(answers: ["kim@example.com", .elsewhere])
    browse(
      terminal, choosing: [.init("email", "kim@example.com"), .init("verified", "yes"), .init("make", "yes")])
    tool.environment["USHER_BROWSER"] = "true"
    let outcome = tool.run("signin", terminal: terminal)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("Signed in as kim@example.com"))
  }
}
