import HTTP
import TestSupport
import Testing

@testable import BrowserPages

/// Requests that other pages, other people on the machine and broken programs could send. None may have an
/// effect, and the person's sign-in completes among them.
@Suite struct HostileRequestTests {
  private typealias Request = Browser.Request
  private typealias Variants = [(name: String, request: Request)]

  @Test func noForeignRequestUsesTheOneTimeURLUp() throws {
    let server = try Self.server()
    let browser = Browser(server)
    let good = browser.visit(server.url)
    let variants =
      heads(good, of: browser) + visits(good)
      + [
        ("another secret", good.changed { $0.target = "/" + String(repeating: "A", count: 22) }),
        ("half the secret", good.changed { $0.target.removeLast(11) }),
        ("more than the secret", good.changed { $0.target += "A" }),
        ("a path below", good.changed { $0.target += "/" }),
        ("an escape", good.changed { $0.target = "/%2e" + $0.target }),
        ("no secret", good.changed { $0.target = "/" }),
        ("the page without a cookie", good.changed { $0.target = "/outcome" }),
        ("another cookie", good.changed { $0.target = "/" }.with("Cookie", "usher-\(browser.port)=x")),
        ("a huge target", good.changed { $0.target += String(repeating: "A", count: 1 << 20) }),
        ("a huge field", good.with("X", String(repeating: "A", count: 1 << 20))),
        ("the action page that is not there", good.changed { $0.target = "/emulator/action?mode=signIn" }),
      ]
    #expect(variants.count >= 40)
    for (name, request) in variants { expectNothing(of: browser.send(request), name) }
    #expect(browser.send(good)?.status == 303)
  }

  @Test func noForeignRequestEndsTheFlowAndTheSignInCompletes() throws {
    let server = try Self.server()
    let browser = Browser(server)
    let page = try #require(browser.send(browser.visit(server.goodLink, from: "cross-site")))
    // Cookies go to all ports of a host, so others may have it. The page is the person's own.
    let cookie = try #require(page.cookie)
    let form = page.fields.map {
      $0.name == "link" ? QueryItem("link", "?mode=signIn&oobCode=bad&apiKey=k") : $0
    }
    let good = browser.post(form, to: server, cookie: cookie)
    let variants = heads(good, of: browser) + submissions(good, form: form)
    #expect(variants.count >= 40)
    for (name, request) in variants { expectNothing(of: browser.send(request), name) }
    let waiting = browser.send(browser.visit(server.origin, cookie: cookie))
    #expect(waiting?.body.contains("Open the link in the mail") == true)

    let answer = try #require(browser.open(server.goodLink, of: server)?.answer())
    #expect(answer.status == 200)
    #expect(try server.wait(within: .seconds(3600)) == server.goodLink)
    for (name, request) in variants { expectNothing(of: browser.send(request), name) }
    let outcome = browser.send(browser.visit(server.origin, from: "same-origin", cookie: cookie))
    #expect(outcome?.body.contains("The command in your terminal is finishing") == true)
  }

  @Test func everyMixOfHostOriginSiteTypeAndCookieButTheRightOneIsRefused() throws {
    let server = try Self.server()
    let browser = Browser(server)
    let page = try #require(browser.send(browser.visit(server.goodLink, from: "cross-site")))
    let good = browser.post(page.fields, to: server, cookie: page.cookie)
    var count = 0
    for host in ["127.0.0.1:\(browser.port)", "localhost:\(browser.port)"] {
      for origin in [server.origin, "http://evil.example", "null", nil] {
        for site in ["same-origin", "cross-site", "same-site"] {
          for type in [
            "application/x-www-form-urlencoded", "text/plain", "multipart/form-data", "application/json",
          ] {
            for cookie in [page.cookie, nil] {
              let request = good.with("Host", host).with("Origin", origin).with("Sec-Fetch-Site", site)
                .with("Content-Type", type).with("Cookie", cookie)
              if request.text.split(separator: "\r\n").sorted() == good.text.split(separator: "\r\n").sorted()
              {
                continue
              }
              expectNothing(
                of: browser.send(request), "\(host) \(origin ?? "-") \(site) \(type) \(cookie ?? "-")")
              count += 1
            }
          }
        }
      }
    }
    #expect(count == 2 * 4 * 3 * 4 * 2 - 1)
    let answer = try #require(browser.connection())
    answer.send(good.text)
    #expect(try server.wait(within: .seconds(3600)) == server.goodLink)
  }

  @Test(arguments: [
    "", "?", "?mode=signIn", "?oobCode=c&apiKey=k", "?mode=signIn&oobCode=c",
    "?mode=signIn&oobCode=&apiKey=k",
    "?mode=signIn&oobCode=a&oobCode=b&apiKey=k", "?mode=no&oobCode=c&apiKey=k",
    "?mode=signIn&oobCode=%00&apiKey=k",
    "?mode=signIn&oobCode=c%0d%0aX&apiKey=k", "?mode=signIn&oobCode=c&apiKey=k&lang=%1b%5b2J",
    "?mode=signIn&oobCode=<script>&apiKey=k", "?link=http%3A%2F%2Fx%2F%3Fmode%3DsignIn",
  ])
  func aLinkWithoutAllItNeedsGetsNowhere(query: String) throws {
    let server = try Self.server()
    let browser = Browser(server)
    expectNothing(of: browser.send(browser.visit(server.continueURL + query, from: "cross-site")), query)
    let page = try #require(browser.send(browser.visit(server.goodLink)))
    let form = page.fields.map { $0.name == "link" ? QueryItem("link", query) : $0 }
    expectNothing(of: browser.send(browser.post(form, to: server, cookie: page.cookie)), query)
    let answer = try #require(browser.open(server.goodLink, of: server))
    #expect(try server.wait(within: .seconds(3600)) == server.goodLink)
    _ = answer
  }

  @Test func nobodyFramesOrFetchesThePageOfALink() throws {
    let server = try Self.server()
    let browser = Browser(server)
    for (name, request) in visits(browser.visit(server.goodLink)) where !name.hasPrefix("Sec-Fetch-Site") {
      expectNothing(of: browser.send(request), name)
    }
  }

  /// Answers at once also what it takes, so that whatever it should not have taken is seen soon.
  private static func server() throws -> PageServer {
    try .forTests { $0.longestPoll = .zero }
  }

  // MARK: - What they try

  /// Wrong addresses, origins and methods.
  private func heads(_ good: Request, of browser: Browser) -> Variants {
    let port = "\(browser.port)"
    let own = "127.0.0.1:\(port)"
    let hosts = [
      "evil.example", "evil.example:\(port)", "127.0.0.1.evil.example:\(port)", "localhost:\(port)",
      "127.0.0.1",
      "127.0.0.1:1", "127.0.0.1:0\(port)", "127.1:\(port)", "0.0.0.0:\(port)", "[::1]:\(port)", "x@\(own)",
      "\(own).", "", "\(own), evil.example",
    ]
    let origins = [
      "http://evil.example", "http://evil.example:\(port)", "null", "http://127.0.0.1", "https://\(own)",
      "http://localhost:\(port)", "http://\(own).evil.example", "http://\(own)/", "", "file://",
    ]
    return hosts.map { changing("Host", to: $0, in: good) }
      + origins.map { changing("Origin", to: $0, in: good) }
      + ["HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "FOO"].map { method in
        ("method \(method)", good.changed { $0.method = method })
      } + [
        ("no Host", good.with("Host")), ("two Hosts", good.with("Host", own, "evil.example")),
        ("two Origins", good.with("Origin", "http://\(own)", "http://evil.example")),
        (
          "preflight",
          good.with("Origin", "http://evil.example").with("Access-Control-Request-Method", "POST")
            .with("Access-Control-Request-Private-Network", "true").changed { $0.method = "OPTIONS" }
        ),
      ]
      + ["cross-site", "same-site", "", "same-origin, cross-site"].map {
        changing("Sec-Fetch-Site", to: $0, in: good)
      }
  }

  private func changing(
    _ field: String, to value: String, in good: Request
  ) -> (name: String, request: Request) {
    ("\(field): \(value)", good.with(field, value))
  }

  /// Ways of asking that no person has.
  private func visits(_ good: Request) -> Variants {
    ["no-cors", "cors", "websocket", "same-origin", "nested-navigate"].map {
      changing("Sec-Fetch-Mode", to: $0, in: good)
    }
      + ["iframe", "frame", "object", "image", "script", "empty"].map {
        changing("Sec-Fetch-Dest", to: $0, in: good)
      } + [
        ("prefetch", good.with("Sec-Purpose", "prefetch")),
        ("prerender", good.with("Sec-Purpose", "prefetch;prerender")),
        ("old prefetch", good.with("Purpose", "prefetch")), ("a post", good.changed { $0.method = "POST" }),
      ]
  }

  /// Forms that no page of ours sends.
  private func submissions(_ good: Request, form: [QueryItem]) -> Variants {
    let bodies: [(String, String)] = [
      ("no form", ""), ("no key", FormEncoding.encode(form.filter { $0.name != "key" })),
      ("a wrong key", FormEncoding.encode(form.map { $0.name == "key" ? QueryItem("key", "x") : $0 })),
      ("two keys", FormEncoding.encode(form + [QueryItem("key", "x")])),
      ("no link", FormEncoding.encode(form.filter { $0.name != "link" })),
      ("two links", FormEncoding.encode(form + form)),
      (
        "a whole address",
        FormEncoding.encode(form.map { $0.name == "link" ? QueryItem("link", "http://x" + $0.value) : $0 })
      ),
      ("a bad escape", FormEncoding.encode(form) + "&x=%4"),
      ("not text", FormEncoding.encode(form) + "&x=%FF"),
      ("JSON", #"{"link":"?mode=signIn&oobCode=bad&apiKey=k"}"#),
      ("too large", FormEncoding.encode(form) + "&x=" + String(repeating: "A", count: 70_000)),
    ]
    return bodies.map { name, body in (name, good.changed { $0.body = body }) }
      + [
        "text/plain", "multipart/form-data; boundary=x", "application/json",
        "application/x-www-form-urlencoded2", "",
      ]
      .map { changing("Content-Type", to: $0, in: good) }
      + [
        ("no Content-Type", good.with("Content-Type")),
        ("two Content-Types", good.with("Content-Type", "application/x-www-form-urlencoded", "text/plain")),
        ("no Origin", good.with("Origin")), ("no cookie", good.with("Cookie")),
        ("another cookie", good.with("Cookie", "usher=1; usher-1=2")),
        ("a get", good.changed { $0.method = "GET" }),
        (
          "the form in the address",
          good.changed {
            $0.method = "GET"; $0.target += "?" + $0.body
          }
        ),
        ("another path", good.changed { $0.target = "/outcome" }),
        ("a longer path", good.changed { $0.target += "/" }),
      ]
  }

  private func expectNothing(of answer: Browser.Answer?, _ name: String) {
    // Some are not even answered.
    guard let answer else { return }
    #expect((400...599).contains(answer.status), "\(name): \(answer.status)")
    let names = answer.headers.fields.map { $0.name.lowercased() }
    #expect(
      !names.contains { $0 == "set-cookie" || $0 == "location" || $0.hasPrefix("access-control") }, "\(name)")
  }
}
