import Crypto
import Essentials
import HTTP
import LibC
import Synchronization
import TestSupport
import Testing

@testable import BrowserPages

/// Where an identity provider sends the browser back to: a fixed address, at which only the person's browser counts.
@Suite struct CallbackPageTests {
  private static func server(
    embedded: (any HTTPHandler)? = nil, _ adjust: (inout PageServer.Configuration) -> Void = { _ in }
  ) throws -> PageServer {
    var configuration = PageServer.Configuration()
    configuration.interruption = -1
    configuration.longestPoll = .zero
    configuration.stopDeadline = .seconds(3600)
    adjust(&configuration)
    return try PageServer(
      CallbackPage(of: "Google"), configuration: configuration, embedded: embedded,
      secrets: PageSecrets(random: SecureRandom.bytes))
  }

  /// A browser that opened the one-time URL.
  private static func admitted(_ server: PageServer) throws -> (browser: Browser, cookie: String) {
    let browser = Browser(server)
    return (browser, try #require(browser.send(browser.visit(server.url))?.cookie))
  }

  private static let answer = "?state=s%2B1&code=4%2F0Ab&scope=openid%20email"

  @Test func theAddressIsTheSameForEveryFlowOnAPort() throws {
    let server = try Self.server()
    let browser = Browser(server)
    #expect(server.continueURL == "http://127.0.0.1:\(browser.port)/callback")
  }

  @Test func theOneTimeURLLeadsToTheProviderAndTellsItNothing() throws {
    let server = try Self.server()
    server.send(to: "https://accounts.google.com/o/oauth2/auth?state=s")
    let browser = Browser(server)
    let answer = try #require(browser.send(browser.visit(server.url)))
    #expect(answer.status == 303)
    #expect(answer.headers["Location"] == "https://accounts.google.com/o/oauth2/auth?state=s")
    #expect(
      answer.headers["Referrer-Policy"] == "no-referrer" && answer.headers["Cache-Control"] == "no-store")
    let cookie = try #require(answer.headers["Set-Cookie"])
    #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Lax; Max-Age=3600"))
    // Once.
    #expect(browser.send(browser.visit(server.url))?.status == 410)
    // Nor does whoever was let in learn the provider's address again.
    let again = try #require(browser.send(browser.visit(server.url, cookie: answer.cookie)))
    #expect(again.headers["Location"] == "/")
  }

  @Test(arguments: ["cross-site", "same-site", "same-origin", "none"])
  func thePersonsBrowserBringsTheWholeAddress(from site: String) throws {
    let server = try Self.server()
    let (browser, cookie) = try Self.admitted(server)
    let address = server.continueURL + Self.answer
    let answer = try #require(browser.send(browser.visit(address, from: site, cookie: cookie)))
    #expect(answer.status == 200)
    // The code leaves the history, by a script that the page's policy allows.
    let script = #"history.replaceState(null,"","/")"#
    let hash = Data(Digest.sha256(script.utf8)).base64EncodedString()
    #expect(answer.body.contains("<script>\(script)</script>"))
    #expect(
      answer.headers["Content-Security-Policy"]?.contains("script-src 'sha256-\(hash)'; base-uri") == true)
    #expect(answer.headers["Referrer-Policy"] == "no-referrer")
    #expect(!answer.body.contains("4/0Ab") && !answer.body.contains("4%2F0Ab"))
    #expect(try server.wait(within: .seconds(3600)) == address)
  }

  /// Another site can send the person's own browser here, cookie and all. It does not know what was asked.
  @Test func anAnswerToAnotherQuestionLeavesTheFlowWaiting() throws {
    let server = try Self.server()
    server.send(to: "https://accounts.google.com/o/oauth2/auth?client_id=c&state=s%2B1")
    let (browser, cookie) = try Self.admitted(server)
    func status(_ query: String) throws -> Int? {
      browser.send(browser.visit(server.continueURL + query, from: "cross-site", cookie: cookie))?.status
    }
    for query in [
      "?code=c", "?code=c&state=", "?code=c&state=s", "?code=c&state=s%2B1&state=s%2B1", "?code=c&state=s+1",
      "?error=access_denied&state=other", "?error=access_denied&code=c", "?error=x&error_description=call+me",
    ] {
      #expect(try status(query) == 403, "\(query)")
    }
    #expect(try status(Self.answer) == 200)
    #expect(try server.wait(within: .seconds(3600)) == server.continueURL + Self.answer)
  }

  /// As some providers do, against their standard.
  @Test func aRefusalMayLeaveOutTheState() throws {
    let server = try Self.server()
    server.send(to: "https://id.example/authorize?state=s")
    let (browser, cookie) = try Self.admitted(server)
    let address = server.continueURL + "?error=access_denied"
    #expect(browser.send(browser.visit(address, from: "cross-site", cookie: cookie))?.status == 200)
    #expect(try server.wait(within: .seconds(3600)) == address)
  }

  @Test func craftedCallbacksCountForNothing() throws {
    let server = try Self.server()
    let (browser, cookie) = try Self.admitted(server)
    let good = browser.visit(server.continueURL + Self.answer, from: "cross-site", cookie: cookie)
    func query(_ text: String) -> Browser.Request { good.changed { $0.target = "/callback" + text } }
    let hostile: [(String, Browser.Request, Int)] = [
      ("no cookie", good.with("Cookie"), 403),
      ("another cookie", good.with("Cookie", "usher-\(browser.port)=x"), 403),
      ("a cookie of another port", good.with("Cookie", cookie + "x"), 403),
      ("another host", good.with("Host", "evil.example"), 403),
      ("a name for loopback", good.with("Host", "localhost:\(browser.port)"), 421),
      ("another port", good.with("Host", "127.0.0.1:1"), 421),
      ("two hosts", good.with("Host", "127.0.0.1:\(browser.port)", "evil.example"), 400),
      ("a foreign origin", good.with("Origin", "https://evil.example"), 403),
      ("an opaque origin", good.with("Origin", "null"), 403),
      ("a POST", good.changed { $0.method = "POST" }, 404),
      (
        "a form",
        good.with("Content-Type", "application/x-www-form-urlencoded").changed {
          $0.method = "POST"
          $0.body = "code=c&state=s"
        }, 404
      ),
      ("HEAD", good.changed { $0.method = "HEAD" }, 405),
      ("PUT", good.changed { $0.method = "PUT" }, 405),
      ("OPTIONS", good.changed { $0.method = "OPTIONS" }, 405),
      ("a script's request", good.with("Sec-Fetch-Mode", "cors"), 403),
      ("a picture", good.with("Sec-Fetch-Mode", "no-cors").with("Sec-Fetch-Dest", "image"), 403),
      ("a frame", good.with("Sec-Fetch-Dest", "iframe"), 403),
      ("an object", good.with("Sec-Fetch-Dest", "object"), 403),
      ("a prefetch", good.with("Sec-Purpose", "prefetch"), 403),
      ("a prerendering", good.with("Sec-Purpose", "prefetch;prerender"), 403),
      ("a prefetch of old", good.with("Purpose", "prefetch"), 403),
      ("a path below", good.changed { $0.target = "/callback/x" + Self.answer }, 403),
      ("an escaped path", good.changed { $0.target = "/%63allback" + Self.answer }, 403),
      ("no query", query(""), 400), ("an empty query", query("?"), 400),
      ("no code", query("?state=s"), 400), ("an empty code", query("?state=s&code="), 400),
      ("two codes", query("?code=a&code=b&state=s"), 400),
      ("two states", query("?code=a&state=s&state=t"), 400),
      ("a code and an error", query("?code=a&error=access_denied&state=s"), 400),
      ("two errors", query("?error=a&error=b"), 400),
      ("an error and a denial", query("?error=a&denied=b"), 400),
      ("a token in the query", query("?id_token=t&state=s"), 400),
      ("half of OAuth 1.0a", query("?oauth_token=t"), 400),
      ("a very long code", query("?code=" + String(repeating: "c", count: 9000)), 400),
    ]
    for (name, request, status) in hostile {
      let answer = browser.send(request)
      #expect(answer?.status == status, "\(name)")
      #expect(answer?.headers["Set-Cookie"] == nil && answer?.headers["Location"] == nil, "\(name)")
    }
    #expect(browser.send(good)?.status == 200)
    #expect(try server.wait(within: .seconds(3600)) == server.continueURL + Self.answer)
  }

  @Test func onlyTheFirstCallbackCounts() throws {
    let server = try Self.server()
    let (browser, cookie) = try Self.admitted(server)
    func status(_ query: String) -> Int? {
      browser.send(browser.visit(server.continueURL + query, from: "cross-site", cookie: cookie))?.status
    }
    #expect(status("?code=first&state=s") == 200)
    #expect(status("?code=second&state=s") == 409)
    #expect(status("?error=access_denied&state=s") == 409)
    // Reloaded.
    #expect(status("?code=first&state=s") == 200)
    #expect(try server.wait(within: .seconds(3600)) == server.continueURL + "?code=first&state=s")
  }

  @Test func whoComesWithAnotherBrowserIsToldToPaste() throws {
    let server = try Self.server()
    let browser = Browser(server)
    let answer = browser.send(browser.visit(server.continueURL + Self.answer, from: "cross-site"))
    #expect(
      answer?.status == 403
        && answer?.body.contains("copy the address of this page and paste it there") == true)
  }

  @Test(arguments: [
    ("?error=access_denied&state=s", ProviderCallback.Answer.cancelled),
    ("?denied=token", .cancelled), ("?error=user_cancelled_login&error_description=No", .cancelled),
    (
      "?error=invalid_scope&error_description=No%20such%20scope",
      .error(code: "invalid_scope", explanation: "No such scope")
    ),
    ("?error=server_error", .error(code: "server_error", explanation: nil)),
    ("?error=x&error_description=", .error(code: "x", explanation: nil)),
    ("?code=c", .response), ("?oauth_token=t&oauth_verifier=v", .response),
    ("?code=c&state=s&hd=example.com&authuser=0", .response),
  ])
  func whatAProviderSaysIsUnderstood(_ query: String, _ answer: ProviderCallback.Answer) throws {
    let items = try #require(FormEncoding.decode(String(query.dropFirst())))
    let callback = try #require(ProviderCallback(items, to: "http://127.0.0.1:1/callback"))
    #expect(callback.answer == answer && callback.address == "http://127.0.0.1:1/callback" + query)
  }

  @Test func aPastedAddressMayBeBrokenIntoLinesAndEndInAFragment() {
    let base = "http://127.0.0.1:8123/callback"
    let callback = ProviderCallback(pasted: " \(base)?state=s&co\n de=c#_=_\n", to: base)
    #expect(callback?.address == base + "?state=s&code=c" && callback?.value("state") == "s")
    for text in [
      "", base, base + "?", base + "?x=1", "http://127.0.0.1:8124/callback?code=c", base + "x?code=c",
      "https://127.0.0.1:8123/callback?code=c", base + "?code=%zz", base + "?code=é", "code=c&state=s",
      "http://evil.example/?" + base + "?code=c",
    ] { #expect(ProviderCallback(pasted: text, to: base) == nil, "\(text)") }
  }

  @Test func onlyAnAdmittedBrowserReachesTheEmbeddedServersProviderPage() throws {
    let reached = Mutex<[String]>([])
    let server = try Self.server(
      embedded: ActionStub { request in
        reached.withLock { $0.append(request.method.rawValue + " " + request.target) }
        return HTTPResponse(status: 200, headers: ["Referrer-Policy": "same-origin"])
      })
    let (browser, cookie) = try Self.admitted(server)
    let page = browser.visit(
      server.origin + "/emulator/auth/provider?state=s", from: "none", cookie: cookie)
    let form = page.with("Sec-Fetch-Site", "same-origin").with("Origin", server.origin)
      .with("Content-Type", "application/x-www-form-urlencoded").changed {
        $0.method = "POST"
        $0.body = "email=kim%40example.com"
      }
    let hostile = [
      page.with("Cookie"), page.with("Sec-Fetch-Site", "cross-site"), page.with("Host", "evil.example"),
      page.with("Sec-Fetch-Site", "same-site"), page.with("Sec-Fetch-Dest", "iframe"),
      page.with("Sec-Purpose", "prefetch"), page.changed { $0.target = "/emulator/auth/provider/x" },
      form.with("Cookie"), form.with("Origin", "http://evil.example"), form.with("Origin"),
      form.with("Origin", "null"), form.with("Sec-Fetch-Site", "cross-site"),
      form.with("Content-Type", "text/plain"), form.with("Host", "evil.example"),
    ]
    for request in hostile { #expect((400...499).contains(browser.send(request)?.status ?? 0)) }
    #expect(reached.withLock { $0 } == [])
    // The person who sent the form is told why nothing came of it.
    for (request, status, text) in [
      (form.with("Origin"), 403, "This request did not come from our page"),
      (form.with("Cookie"), 403, "This page does not know your browser"),
    ] {
      let refused = browser.send(request)
      #expect(refused?.status == status && refused?.body.contains(text) == true)
    }
    // Without any referrer a browser would not say that the form is ours.
    #expect(browser.send(page)?.headers["Referrer-Policy"] == "same-origin")
    #expect(browser.send(form)?.status == 200)
    #expect(
      reached.withLock { $0 } == [
        "GET /emulator/auth/provider?state=s", "POST /emulator/auth/provider?state=s",
      ])
  }

  @Test func theBrowserIsShownHowItEnded() throws {
    let server = try Self.server { $0.longestPoll = .seconds(3600) }
    let (browser, cookie) = try Self.admitted(server)
    let connection = try #require(browser.connection())
    connection.send(
      browser.visit(server.continueURL + Self.answer, from: "cross-site", cookie: cookie).text)
    _ = try server.wait(within: .seconds(3600))
    server.finish(.success("Signed in as <kim>"))
    let answer = try #require(connection.answer())
    #expect(answer.status == 200 && answer.body.contains("Signed in as &lt;kim&gt;"))
    #expect(answer.headers["Set-Cookie"]?.contains("=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0") == true)
  }

  @Test func nothingListensAfterTheEnd() throws {
    let server = try Self.server()
    let (browser, cookie) = try Self.admitted(server)
    _ = browser.send(browser.visit(server.continueURL + Self.answer, from: "cross-site", cookie: cookie))
    // One that sends nothing.
    let idle = browser.connection()
    server.finish(.failure("Over"))
    #expect(browser.connection() == nil)
    _ = idle
  }
}
