import Essentials
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

/// Addresses and continue URLs that are refused before anything is sent.
struct BadAddressTests {
  let tool = ToolHarness()

  private static let addresses: [(String, String)] = [
    ("", "the e-mail address is empty"), (" \t", "the e-mail address is empty"),
    ("kim", "this is not an e-mail address"), ("kim@", "this is not an e-mail address"),
    ("@example.com", "this is not an e-mail address"), ("kim@example", "this is not an e-mail address"),
    ("kim@example..com", "this is not an e-mail address"),
    ("a@b@example.com", "this is not an e-mail address"),
    ("kim@-example.com", "this is not an e-mail address"),
    ("kim@exa\u{0}mple.com", "the e-mail address holds a character that cannot stand there"),
    ("kim@example.com\nBcc: eve@example.com", "the e-mail address holds a character that cannot stand there"),
    ("kim\u{1B}[2J@example.com", "the e-mail address holds a character that cannot stand there"),
    ("kim\u{202E}@example.com", "the e-mail address holds a character that cannot stand there"),
    ("\"kim lee\"@example.com", "the e-mail address holds a character that cannot stand there"),
    ("Kim <kim@example.com>", "the e-mail address holds a character that cannot stand there"),
    (
      String(repeating: "a", count: 64) + "@" + String(repeating: "b", count: 188) + ".de",
      "the e-mail address is longer than 255 bytes"
    ),
    (".kim@example.com", "this is not an e-mail address"),
    ("kim..lee@example.com", "this is not an e-mail address"),
    ("kim@exa_mple.com", "the e-mail address holds a character that cannot stand there"),
    ("kim@exa😀mple.com", "the e-mail address holds a character that cannot stand there"),
    ("kim@" + String(repeating: "b", count: 64) + ".com", "this is not an e-mail address"),
    (String(repeating: "a@", count: 100_000), "the e-mail address is longer than 255 bytes"),
  ]

  @Test(arguments: addresses)
  func anAddressIsRefusedBeforeAnythingIsSent(_ address: String, _ message: String) {
    let refusal = ToolHarness.Outcome(
      65, errors: "error: \(message)\n  Use the form name@example.com.\n")
    #expect(tool.run("send-link", address) == refusal)
    #expect(tool.run("methods", address) == refusal)
    #expect(tool.run("signin", "password", "--email", address) == refusal)
    #expect(tool.run("send-link", address, "--json").json?["error"]?["code"] == "auth/invalid-email")
    #expect(tool.sentMessages == 0)
    #expect(tool.folder.text(of: "config/state.json") == nil)
  }

  @Test(arguments: ["kim@bücher.example", "kim@例え.jp", "kim+tag@example.com", " Kim@Example.com "])
  func anAddressOfAnyScriptIsTaken(_ address: String) {
    #expect(tool.run("send-link", address).status == 0)
    #expect(tool.sentMessages == 1)
  }

  @Test(arguments: ["kïm@example.com", "例え@例え.jp"])
  func anAccountIsFoundByAnAddressOfAnyScript(_ address: String) {
    #expect(
      tool.run("local", "users", "add", "--email", address, "--password-file", tool.file("correct horse"))
        .status == 0)
    #expect(tool.run("methods", address).status == 0)
    #expect(tool.run("local", "outbox", "--email", address).status == 0)
    #expect(tool.run("local", "expire", "sessions", "--of", address).status == 0)
    #expect(
      tool.run("signin", "password", "--email", address, "--password-file", tool.file("correct horse")).status
        == 0)
    // Who signs up without an administrator has an address in Latin letters, as at the service.
    let stranger = tool.run("signup", "x" + address, "--password-file", tool.file("correct horse"), "--json")
    #expect(stranger.json?["error"]?["code"] == "auth/invalid-email")
  }

  /// Whatever can stand in an address: what the client takes, the server does not refuse as malformed.
  @Test func whatTheClientTakesTheServerTakesToo() {
    let scalars = (0x21...0x24F).compactMap(Unicode.Scalar.init) + ["\u{300}", "\u{940}", "\u{4E8C}"]
    for scalar in scalars.sample(oneOf: 8, andLast: 3) where scalar != "@" && scalar != "." {
      for address in ["k\(scalar)m@example.com", "kim@ex\(scalar)mple.com"] {
        let outcome = tool.run("methods", address)
        let isOurs = outcome.errors.hasPrefix("error: the e-mail address holds ")
        #expect(outcome.status == (isOurs ? 65 : 0), "\(address): \(outcome.errors)")
      }
    }
  }

  @Test func theSameAddressInAnotherSpellingIsTheSameAccount() {
    let first = tool.signInByLink("Kim@Example.com")
    let second = tool.signInByLink("kim@example.COM")
    #expect(second.status == 0)
    #expect(second.json?["created"] == false)
    #expect(second.json?["account"]?["uid"] == first.json?["account"]?["uid"])
    #expect(second.json?["account"]?["email"] == "kim@example.com")
  }

  @Test(arguments: [
    "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "demo-usher.web.app",
    "//demo-usher.web.app",
    "https://", "https://demo-usher.web.app@evil.example/", "https://evil.example\\@demo-usher.web.app/",
    "https://demo-usher.web.app\u{7}/", "https://demo-usher.web.app/ x",
  ])
  func aContinueURLThatIsNoneIsRefused(_ url: String) {
    #expect(
      tool.run("send-link", ToolHarness.email, "--continue-url", url)
        == .init(
          65,
          errors:
            "error: the continue URL is not valid\n  Give --continue-url a URL that starts with https://.\n"))
    #expect(tool.sentMessages == 0)
    #expect(tool.folder.text(of: "config/state.json") == nil)
  }

  @Test(arguments: [
    "https://evil.example/", "https://demo-usher.web.app.evil.example/", "https://evildemo-usher.web.app/",
    "https://demo-usher.web.app.:443/", "https://xn--dem-usher-o5a.web.app/", "https://demo-other.web.app/",
    "http://169.254.169.254/", "https://localhost.evil.example/",
  ])
  func aContinueURLOfAForeignDomainIsRefused(_ url: String) {
    let outcome = tool.run("send-link", ToolHarness.email, "--continue-url", url, "--json")
    #expect(outcome.status == 12)
    #expect(outcome.json?["error"]?["code"] == "auth/unauthorized-continue-uri")
    #expect(tool.sentMessages == 0)
    #expect(tool.folder.text(of: "config/state.json") == nil)
  }

  @Test func theHintAuthorizesADomain() throws {
    let words = ["send-link", ToolHarness.email, "--continue-url", "https://Shop.example:8443/x?y=z"]
    let refused = tool.run(words + ["--json"])
    let next = try #require(refused.json?["error"]?["next_step"]?["argv"]?.array).compactMap(\.string)
    #expect(next == ["usher", "project", "domain", "add", "shop.example"])
    #expect(tool.run(Array(next.dropFirst())).status == 0)
    #expect(tool.run(words).status == 0)
  }

  @Test func aDomainCanBeAuthorized() {
    tool.run(
      "local", "project", "set", "authorizedDomains", #"["localhost","shop.example"]"#)
    #expect(
      tool.run("send-link", ToolHarness.email, "--continue-url", "https://shop.example/x").status == 0)
    tool.run("send-link", "lee@example.com")
    #expect(tool.link(to: "lee@example.com").hasSuffix("continueUrl=http%3A%2F%2Flocalhost%2F"))
  }
}
