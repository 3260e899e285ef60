import Crypto
import Essentials
import HTTP
import TestSupport
import Testing

@testable import BrowserPages

@Suite struct PageMarkupTests {
  @Test func everyAnswerIsKeptToItself() throws {
    let action = ActionStub { _ in
      HTTPResponse(status: 200, headers: ["Access-Control-Allow-Origin": "*", "Cache-Control": "public"])
    }
    let server = try PageServer.forTests(action: action) { $0.longestPoll = .zero }
    let browser = Browser(server)
    let entry = try #require(browser.send(browser.visit(server.url)))
    let arrival = try #require(browser.send(browser.visit(server.goodLink, from: "cross-site")))
    let answers = [
      entry, arrival, browser.send(browser.visit(server.url)),
      browser.send(browser.visit(server.origin, cookie: entry.cookie)),
      browser.send(browser.visit(server.origin + "/outcome", cookie: entry.cookie)),
      browser.send(browser.visit(server.origin + "/outcome")),
      browser.send(browser.visit(server.origin + "/no")),
      browser.send(browser.visit(server.continueURL)),
      browser.send(browser.visit(server.url, from: "cross-site")),
      browser.send(browser.visit(server.url).with("Host", "localhost")),
      browser.send(browser.visit(server.url).changed { $0.method = "OPTIONS" }),
      browser.send(browser.visit(server.origin + "/emulator/action")),
      browser.send(browser.post(arrival.fields, to: server, cookie: arrival.cookie)),
    ]
    #expect(
      answers.compactMap { $0?.status } == [303, 200, 410, 200, 200, 403, 404, 400, 403, 421, 405, 200, 200])
    for headers in answers.compactMap({ $0?.headers }) {
      let policy = try #require(headers["Content-Security-Policy"])
      #expect(policy.hasPrefix("default-src 'none'; ") && policy.hasSuffix("; frame-ancestors 'none'"))
      #expect(!policy.contains("unsafe"))
      #expect(headers["Cache-Control"] == "no-store")
      #expect(headers["X-Content-Type-Options"] == "nosniff")
      #expect(headers["Access-Control-Allow-Origin"] == nil)
      #expect(headers["Cross-Origin-Opener-Policy"] == "same-origin")
      #expect(headers["Cross-Origin-Resource-Policy"] == "same-origin")
    }
    // A form says where it comes from only if its page may tell its own site.
    #expect(
      answers.compactMap { $0?.headers["Referrer-Policy"] }
        == ["no-referrer", "same-origin"] + Array(repeating: "no-referrer", count: 11))
  }

  @Test func onlyTheStyleAndTheScriptThatStandInAPageMayRun() throws {
    for page in Self.pages {
      for (tag, directive) in [("style", "style-src"), ("script", "script-src")] {
        let parts = page.document(TerminalWords()).split(separator: "<\(tag)>")
        let rule = page.contentSecurityPolicy.split(separator: "; ").first { $0.hasPrefix(directive) }
        guard parts.count == 2, let end = parts[1].firstRange(of: "</\(tag)>") else {
          #expect(parts.count == 1 && rule == nil && tag == "script")
          continue
        }
        let digest = Data(Digest.sha256(parts[1][..<end.lowerBound].utf8)).base64EncodedString()
        #expect(rule == "\(directive) 'sha256-\(digest)'")
      }
    }
  }

  @Test func pagesLoadNothingAndReadWellEverywhere() {
    for page in Self.pages {
      let document = page.document(TerminalWords())
      for loading in ["http:", "https:", "src=", "url(", "@import", "<link", "<img"] {
        #expect(!document.contains(loading), "\(loading) in \(page.heading)")
      }
      for part in [
        "<!DOCTYPE html>", #"<html lang="en">"#, "width=device-width", "prefers-color-scheme:dark", "<title>",
        "<main", "<h1>",
      ] {
        #expect(document.contains(part), "\(part) in \(page.heading)")
      }
    }
  }

  @Test func foreignTextIsTextOnly() {
    let page = BrowserPage(.failure("<script>alert('1')</script>\u{202E}&\u{1B}[2J\"\n"), TerminalWords())
    #expect(
      page.document(TerminalWords()).contains(
        "<h1>&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;[2J&quot; </h1>"))
    let form = BrowserPage("h", form: .init([.init("a\"b", "<'>")], button: "<b>"))
    #expect(form.document(TerminalWords()).contains(#"name="a&quot;b" value="&lt;&#39;&gt;""#))
    #expect(form.document(TerminalWords()).contains("<button>&lt;b&gt;</button>"))
  }

  private static let pages: [BrowserPage] =
    [
      ContinuePage(mailedTo: "ann@example.com").waiting, .working(TerminalWords()),
      BrowserPage(.success("Done"), TerminalWords()),
      BrowserPage(.failure("Not done"), TerminalWords()),
    ]
    + [
      ContinuePage(mailedTo: "a").arrival(
        at: "http://h/c", with: [.init("mode", "signIn"), .init("oobCode", "c"), .init("apiKey", "k")])
    ]
    .compactMap { $0 }
}
