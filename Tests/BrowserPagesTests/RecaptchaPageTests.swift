import AuthClient
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import LibC
import Synchronization
import TestSupport
import Testing

@testable import BrowserPages

/// The page that runs reCAPTCHA.
@Suite struct RecaptchaPageTests {
  private func server(
    _ kind: RecaptchaChallenge.Kind = .v2, from source: RecaptchaPage.Source = .ownOrigin,
    embedded: (any HTTPHandler)? = nil
  ) throws -> PageServer {
    var configuration = PageServer.Configuration()
    configuration.interruption = -1
    configuration.longestPoll = .zero
    let challenge = RecaptchaChallenge(kind: kind, siteKey: "usher-v2-1", action: .sendVerificationCode)
    return try PageServer(
      RecaptchaPage(challenge, from: source, language: "pt-BR"), configuration: configuration,
      embedded: embedded, secrets: PageSecrets(random: SecureRandom.bytes))
  }

  /// A browser that was let in, with what its page holds.
  private func admitted(
    _ server: PageServer
  ) throws -> (browser: Browser, cookie: String?, page: Browser.Answer) {
    let browser = Browser(server)
    let cookie = browser.send(browser.visit(server.url))?.cookie
    return (browser, cookie, try #require(browser.send(browser.visit(server.origin, cookie: cookie))))
  }

  private func form(_ page: Browser.Answer, _ token: String) -> [QueryItem] {
    page.fields.map { $0.name == "token" ? QueryItem("token", token) : $0 }
  }

  @Test(arguments: [
    (
      RecaptchaPage.Source.ownOrigin, "data-source=\"/recaptcha/api.js?onload=startChallenge",
      "'self'; form-action 'self'; connect-src 'self'; base"
    ),
    (
      .server(origin: "http://127.0.0.1:9099"), "data-source=\"http://127.0.0.1:9099/recaptcha/api.js?",
      "http://127.0.0.1:9099/recaptcha/; form-action 'self'; connect-src http://127.0.0.1:9099/recaptcha/; base"
    ),
    (
      .google, "data-source=\"https://www.google.com/recaptcha/api.js?",
      "https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/; form-action 'self'; "
        + "connect-src https://www.google.com/recaptcha/; frame-src https://www.google.com/recaptcha/ "
        + "https://recaptcha.google.com/recaptcha/; img-src https://www.gstatic.com/recaptcha/; base"
    ),
  ])
  func itLoadsFromNowhereElse(_ source: RecaptchaPage.Source, _ address: String, _ sources: String) throws {
    let (_, _, page) = try admitted(try server(from: source))
    #expect(page.status == 200 && page.body.contains(address) && page.body.contains("&amp;hl=pt-BR\""))
    let policy = try #require(page.headers["Content-Security-Policy"])
    #expect(policy.contains(sources))
    let script = try #require(page.body.split(separator: "<script>").last?.prefix { $0 != "<" })
    let hash = Data(Digest.sha256(BrowserPage.Challenge.program.utf8)).base64EncodedString()
    #expect(
      policy.contains("script-src 'sha256-\(hash)' ") && BrowserPage.Challenge.program.hasPrefix(script))
    #expect(page.headers["Cache-Control"] == "no-store")
  }

  @Test func enterpriseHasAScriptOfItsOwn() throws {
    let (_, _, page) = try admitted(try server(.enterprise, from: .google))
    #expect(page.body.contains("/recaptcha/enterprise.js?onload=startChallenge&amp;render=usher-v2-1"))
    #expect(page.body.contains(#"data-kind="enterprise" data-action="sendVerificationCode""#))
  }

  @Test func theTokenIsHandedOverOnce() throws {
    let server = try server()
    let (browser, cookie, page) = try admitted(server)
    func sent(_ token: String, _ cookie: String?) -> Int? {
      browser.send(browser.post(form(page, token), to: server, cookie: cookie))?.status
    }
    // Before the right one: none of these counts.
    #expect(sent("", cookie) == 400)
    #expect(sent("two words", cookie) == 400)
    #expect(sent(String(repeating: "t", count: 9000), cookie) == 400)
    #expect(sent("token", nil) == 403)
    let foreign = browser.post(form(page, "foreign"), to: server, cookie: cookie)
    #expect(browser.send(foreign.with("Origin", "http://evil.example"))?.status == 403)
    #expect(browser.send(foreign.with("Host", "evil.example"))?.status == 403)
    let unkeyed = page.fields.filter { $0.name != "key" } + [QueryItem("token", "t")]
    #expect(browser.send(browser.post(unkeyed, to: server, cookie: cookie))?.status == 403)
    #expect(sent("token", cookie) == 200)
    #expect(try RecaptchaPage.token(in: server.wait(within: .seconds(3600))) == "token")
    #expect(sent("another", cookie) == 409)
    #expect(try RecaptchaPage.token(in: server.wait(within: .seconds(3600))) == "token")
  }

  @Test func aPersonMayGiveUp() throws {
    let server = try server()
    let (browser, cookie, page) = try admitted(server)
    let form = form(page, "") + [QueryItem("cancel", "1")]
    #expect(browser.send(browser.post(form, to: server, cookie: cookie))?.status == 200)
    #expect(try RecaptchaPage.token(in: server.wait(within: .seconds(3600))) == nil)
  }

  @Test func onlyThePageReachesTheEmbeddedServer() throws {
    let reached = Mutex<[String]>([])
    let embedded = ActionStub { request in
      reached.withLock { $0.append(request.path) }
      return HTTPResponse(status: 200, headers: ["Access-Control-Allow-Origin": "*"])
    }
    let server = try server(embedded: embedded)
    let (browser, cookie, _) = try admitted(server)
    let script = browser.visit(server.origin + "/recaptcha/api.js", from: "same-origin", cookie: cookie)
      .with("Sec-Fetch-Mode", "no-cors").with("Sec-Fetch-Dest", "script")
    let token = browser.visit(server.origin + "/recaptcha/token", from: "same-origin")
      .with("Origin", server.origin).with("Content-Type", "application/json")
      .changed {
        $0.method = "POST"
        $0.body = "{}"
      }
    let hostile = [
      script.with("Cookie"), script.with("Sec-Fetch-Site", "cross-site"), script.with("Host", "evil.example"),
      token.with("Origin", "http://evil.example"), token.with("Origin"), token.with("Host", "evil.example"),
      token.with("Sec-Fetch-Site", "same-site"), token.changed { $0.target = "/recaptcha/other" },
      token.changed { $0.target = "/identitytoolkit.googleapis.com/v1/accounts:signUp" },
    ]
    for request in hostile { #expect((400...499).contains(browser.send(request)?.status ?? 0)) }
    #expect(reached.withLock { $0 } == [])
    #expect(browser.send(script)?.headers["Access-Control-Allow-Origin"] == nil)
    #expect(browser.send(token)?.status == 200)
    #expect(reached.withLock { $0 } == ["/recaptcha/api.js", "/recaptcha/token"])
  }
}
