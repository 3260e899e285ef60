import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

/// Links that are refused before a request is made.
struct LinkRefusalTests {
  let tool = ToolHarness()
  /// Has no answer to anything.
  let server = TransportStub()

  private static let base = "https://shop.firebaseapp.com/__/auth/action"
  private static let good = "\(base)?mode=signIn&oobCode=c1&apiKey=key1&lang=en"

  init() {
    tool.network = server
    tool.environment["USHER_API_KEY"] = "key1"
    tool.environment["USHER_PROJECT"] = "shop"
  }

  @Test(arguments: [
    ("", "the link is empty"),
    ("hello", "this is not a link"),
    ("\(base)?mode=signIn&oobCode=c1", "the link has no apiKey"),
    ("\(base)?mode=signIn&apiKey=key1", "the link has no oobCode"),
    ("\(base)?oobCode=c1&apiKey=key1", "this is not a link of Firebase Authentication: it has no mode"),
    ("\(base)?mode=steal&oobCode=c1&apiKey=key1", "the link's mode is not known"),
    ("\(good)&oobCode=c2", "the link contains oobCode more than once"),
    ("\(good)&mode=resetPassword", "the link contains mode more than once"),
    ("\(good)&apiKey=key2", "the link contains apiKey more than once"),
    (
      "https://kim@shop.firebaseapp.com/__/auth/action?mode=signIn&oobCode=c1&apiKey=key1",
      "the link names a user before its host, and links in mails never do"
    ),
    ("\(base)?mode=signIn&oobCode=%zz&apiKey=key1", "the link's percent escapes are broken"),
    ("\(base)?mode=signIn&oobCode=c%00&apiKey=key1", "the link contains a character that links cannot have"),
    (String(repeating: "x", count: 1_000_000), "this is too long for a link"),
  ])
  func aMalformedLinkIsRefused(_ link: String, _ message: String) {
    // What is whole may be a link around it.
    let place = message.hasSuffix("no mode") ? ", or the address that it leads to in a browser" : ""
    let refusal = ToolHarness.Outcome(
      65, errors: "error: \(message)\n  Paste the whole link from the mail\(place).\n")
    #expect(tool.run("complete-link", "-", "--email", ToolHarness.email, input: link) == refusal)
    #expect(
      tool.run("complete-link", "-", "--json", input: link).json?["error"]?["code"] == "auth/argument-error")
    #expect(server.requests.isEmpty)
  }

  /// `usher complete-link https://…?mode=signIn&oobCode=…`, without quotes.
  @Test(arguments: [
    "\(base)?mode=signIn", "\(base)?apiKey=key1", "\(base)?oobCode=c1",
    "http://127.0.0.1:9099/emulator/action?mode=verifyEmail",
  ])
  func aLinkThatTheShellHasCutIsToldAsThat(_ link: String) {
    let refusal = ToolHarness.Outcome(
      65,
      errors: """
        error: the link ends before its first &, where a shell cuts a link that is not quoted
          Put the link in quotes.
          or run this and paste it:  usher complete-link

        """)
    #expect(tool.run("complete-link", link) == refusal)
    #expect(tool.run("complete-link", link, "--email", ToolHarness.email) == refusal)
    // Where it was pasted no shell has cut it.
    #expect(
      tool.run("complete-link", "-", input: link)
        == .init(
          65,
          errors: """
            error: the link ends before its first &
              Paste the whole link from the mail.

            """))
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: [
    (
      "https://evil.firebaseapp.com/__/auth/action?mode=signIn&oobCode=c1&apiKey=key1", "it is project evil's"
    ),
    ("https://evil.web.app/__/auth/action?mode=signIn&oobCode=c1&apiKey=key1", "it is project evil's"),
    ("\(base)?mode=signIn&oobCode=c1&apiKey=key2", "it holds another API key"),
    (
      "http://127.0.0.1:9099/emulator/action?mode=signIn&oobCode=c1&apiKey=key1", "it leads to a local server"
    ),
    ("\(base)?mode=resetPassword&oobCode=c1&apiKey=key2", "it holds another API key"),
    ("http://localhost:3000/finish?mode=signIn&oobCode=c1&apiKey=key2", "it holds another API key"),
  ])
  func aLinkOfAnotherPlaceIsRefused(_ link: String, _ reason: String) {
    let outcome = tool.run("complete-link", link, "--email", ToolHarness.email)
    #expect(outcome.status == 5)
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    #expect(
      outcome.errors.contains("  Name the link's own endpoint and project with --endpoint and --project.\n"))
    #expect(server.requests.isEmpty)
  }

  @Test func aLinkOfATenantNamesIt() {
    let outcome = tool.run("complete-link", "\(Self.good)&tenantId=t1", "--email", ToolHarness.email)
    #expect(outcome.status == 5)
    #expect(outcome.errors.hasSuffix(": it belongs to another tenant\n  Name its tenant with --tenant t1.\n"))
  }

  /// The page that a browser was led to is the app's own, wherever that is.
  @Test(arguments: [
    good, "https://shop.example/finish?mode=signIn&oobCode=c1&apiKey=key1",
    "http://localhost:3000/finish?apiKey=key1&oobCode=c1&mode=signIn&lang=en",
    "https://shop-admin.web.app/?apiKey=key1&oobCode=c1&mode=signIn",
  ])
  func aGoodLinkIsTried(_ link: String) {
    tool.network = TransportStub(.failure(.connectionRefused))
    #expect(tool.run("complete-link", link, "--email", ToolHarness.email).status == 69)
  }

  @Test(arguments: [
    "https://demo-other.firebaseapp.com/__/auth/action?mode=signIn&oobCode=%&apiKey=fake-api-key",
    "https://demo-usher.firebaseapp.com/__/auth/action?mode=signIn&oobCode=%&apiKey=another",
    "https://evil.example/__/auth/action?mode=signIn&oobCode=%&apiKey=fake-api-key",
    "https://demo-usher.firebaseapp.com.evil.example/__/auth/action?mode=signIn&oobCode=%&apiKey=fake-api-key",
  ])
  func theEmbeddedServerTakesOnlyItsOwn(_ form: String) throws {
    let tool = ToolHarness()
    let code = tool.run("send-link", ToolHarness.email).status == 0 ? tool.outboxCode : ""
    let state = try tool.state
    let outcome = tool.run("complete-link", form.replacing("%", with: code), "--json")
    #expect(outcome.status == 5)
    #expect(outcome.json?["error"]?["code"] == "auth/invalid-action-code")
    #expect(try tool.state == state)
    #expect(tool.run("complete-link", tool.link()).status == 0)
  }

  @Test(arguments: [
    ("http://127.0.0.1:9099/emulator/action?mode=signIn&oobCode=c1&apiKey=fake-api-key", true),
    ("http://localhost:9099/emulator/action?mode=signIn&oobCode=c1&apiKey=fake-api-key", true),
    ("http://127.0.0.1:9098/emulator/action?mode=signIn&oobCode=c1&apiKey=fake-api-key", false),
    ("http://127.0.0.1:9099/emulator/action?mode=signIn&oobCode=c1&apiKey=another", false),
    ("https://demo-usher.firebaseapp.com/__/auth/action?mode=signIn&oobCode=c1&apiKey=fake-api-key", false),
    ("https://auth.example/__/auth/action?a=b&mode=signIn&oobCode=c1&apiKey=fake-api-key", true),
    ("https://auth.example/__/auth/other?a=b&mode=signIn&oobCode=c1&apiKey=fake-api-key", false),
    ("https://demo-usher.firebaseapp.com/?mode=signIn&oobCode=c1&apiKey=fake-api-key", true),
    ("http://localhost:3000/finish?mode=signIn&oobCode=c1&apiKey=fake-api-key", true),
    ("http://localhost:3000/finish?mode=signIn&oobCode=c1&apiKey=another", false),
  ])
  func aLocalServerTakesOnlyItsOwn(_ link: String, _ isTried: Bool) {
    let tool = ToolHarness()
    let config = TransportStub.Answer.json(
      #"{"name":"x","notification":{"sendEmail":{"callbackUri":"https://Auth.example/__/auth/action?a=b"}}}"#)
    // The server says where its project's own page is.
    tool.network = TransportStub(
      (link.contains("/__/auth/") ? [config] : []) + (isTried ? [.failure(.connectionRefused)] : []))
    let outcome = tool.run(
      "complete-link", link, "--email", ToolHarness.email, "--endpoint", "http://127.0.0.1:9099")
    #expect(outcome.status == (isTried ? 69 : 5))
  }

  @Test func theEmbeddedServerTakesLinksToItsProjectsOwnPage() {
    let tool = ToolHarness()
    let page = "https://auth.example/__/auth/action"
    tool.run("project", "set", "notification.sendEmail.callbackUri", page + "?a=b")
    tool.run("send-link", ToolHarness.email)
    let link = tool.link()
    #expect(link.hasPrefix(page + "?a=b&mode=signIn&"))
    for other in ["https://auth.example.evil/__/auth/action", "https://auth.example/__/auth/other"] {
      let outcome = tool.run("complete-link", link.replacing(page, with: other), "--json")
      #expect(outcome.json?["error"]?["code"] == "auth/invalid-action-code")
    }
    #expect(tool.run("complete-link", link).status == 0)
  }

  @Test func aRefusalShowsNoControlCharacters() {
    let outcome = tool.run("complete-link", "https://shop.firebaseapp.com/\u{1B}[31m?mode=signIn", "--json")
    #expect(outcome.status == 65)
    #expect(!outcome.errors.contains("\u{1B}"))
  }
}

extension ToolHarness {
  fileprivate var outboxCode: String {
    run("local", "outbox", "--latest", "--field", "code").lines.first ?? ""
  }
}
