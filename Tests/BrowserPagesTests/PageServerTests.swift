import HTTP
import LibC
import Synchronization
import TestSupport
import Testing

@testable import BrowserPages

@Suite struct PageServerTests {
  private static let done = PageOutcome.success("You are signed in")

  @Test func aMailedLinkReachesTheCommandAndTheBrowserIsToldHowItWent() throws {
    let server = try PageServer.forTests()
    let answer = try #require(Browser(server).open(server.goodLink, of: server))
    #expect(try server.wait(within: .seconds(3600)) == server.goodLink)
    server.finish(Self.done)
    let page = try #require(answer.answer())
    #expect(page.status == 200)
    #expect(page.body.contains("<h1>You are signed in</h1>"))
    #expect(page.body.contains("You can close this tab"))
  }

  @Test func aFailureIsToldInTheBrowserToo() throws {
    let server = try PageServer.forTests()
    let answer = try #require(Browser(server).open(server.goodLink, of: server))
    _ = try server.wait(within: .seconds(3600))
    server.finish(.failure("This link was already used"))
    #expect(
      answer.answer()?.body.contains("<main class=\"failure\">\n<h1>This link was already used</h1>") == true)
  }

  @Test func theStateInTheContinueURLComesBackWithTheCode() throws {
    let server = try PageServer.forTests()
    let link = server.continueURL + "?session=a%20b%26c&mode=signIn&oobCode=c0de&apiKey=key"
    let answer = try #require(Browser(server).open(link, of: server))
    #expect(try server.wait(within: .seconds(3600)) == link)
    _ = answer
  }

  @Test func anActionPageThatDidTheWorkItselfLeadsHereWithoutACode() throws {
    let server = try PageServer.forTests(isCodeRequired: false)
    let answer = try #require(Browser(server).open(server.continueURL, of: server))
    #expect(try server.wait(within: .seconds(3600)) == server.continueURL)
    _ = answer
  }

  @Test func theOneTimeURLLetsOneBrowserIn() throws {
    let server = try PageServer.forTests()
    let browser = Browser(server)
    let entry = try #require(browser.send(browser.visit(server.url)))
    #expect(entry.status == 303)
    #expect(entry.headers["Location"] == "/")
    let attributes = try #require(entry.headers["Set-Cookie"]).split(separator: "; ").dropFirst().sorted()
    #expect(attributes == ["HttpOnly", "Max-Age=3600", "Path=/", "SameSite=Strict"])
    #expect(browser.send(browser.visit(server.url))?.status == 410)

    let page = try #require(browser.send(browser.visit(server.origin, cookie: entry.cookie)))
    #expect(page.status == 200)
    #expect(page.body.contains("A mail went to ann@example.com."))
    // Going back to it is no second browser.
    #expect(browser.send(browser.visit(server.url, cookie: entry.cookie))?.status == 303)
  }

  @Test func secretsAreLongAndEachStandsInOnePlace() throws {
    let server = try PageServer.forTests()
    let browser = Browser(server)
    let page = try #require(browser.send(browser.visit(server.goodLink)))
    let cookie = try #require(page.cookie?.split(separator: "=", maxSplits: 1).last)
    let key = try #require(page.fields.first { $0.name == "key" }?.value)
    let secrets = [
      String(server.url.dropFirst(server.origin.count + 1)),
      String(server.continueURL.dropFirst(server.origin.count + "/continue/".count)), String(cookie), key,
    ]
    // 22 characters of 6 bits each.
    #expect(secrets.allSatisfy { $0.utf8.count == 22 })
    #expect(Set(secrets).count == 4)
    #expect(
      !page.body.contains(secrets[0]) && !page.body.contains(secrets[1]) && !page.body.contains(secrets[2]))
  }

  @Test func whoeverWaitsInTheBrowserIsToldTheOutcome() throws {
    let server = try PageServer.forTests()
    let browser = Browser(server)
    let cookie = browser.send(browser.visit(server.url))?.cookie
    let waiting = try #require(browser.connection())
    waiting.send(browser.visit(server.origin + "/outcome", from: "same-origin", cookie: cookie).text)
    let answer = try #require(browser.open(server.goodLink, of: server))
    _ = try server.wait(within: .seconds(3600))
    server.finish(Self.done)
    let pages = [waiting.answer(), answer.answer()]
    #expect(pages.allSatisfy { $0?.body.contains("<h1>You are signed in</h1>") == true })
    #expect(pages.allSatisfy { $0?.headers["Set-Cookie"]?.contains("Max-Age=0") == true })
  }

  @Test func aBrowserThatWaitsLongIsAnsweredInBetween() throws {
    let server = try PageServer.forTests { $0.longestPoll = .milliseconds(20) }
    let browser = Browser(server)
    let cookie = browser.send(browser.visit(server.url))?.cookie
    let poll = browser.visit(server.origin + "/outcome", from: "same-origin", cookie: cookie)
    let onward = #"<meta http-equiv="refresh" content="0; url=/outcome">"#
    let waiting = try #require(browser.send(poll))
    #expect(waiting.body.contains("Open the link in the mail") && waiting.body.contains(onward))
    let working = try #require(browser.open(server.goodLink, of: server)?.answer())
    #expect(
      working.body.contains("The command in your terminal is finishing.") && working.body.contains(onward))
    #expect(browser.send(poll)?.body == working.body)
  }

  @Test func twoClicksAreOneAndAnotherLinkIsTurnedAway() throws {
    let server = try PageServer.forTests()
    let browser = Browser(server)
    let answers = [browser.open(server.goodLink, of: server), browser.open(server.goodLink, of: server)]
    #expect(try server.wait(within: .seconds(3600)) == server.goodLink)
    let other = browser.open(server.continueURL + "?mode=signIn&oobCode=other&apiKey=key", of: server)
    #expect(other?.answer()?.status == 409)
    server.finish(Self.done)
    #expect(answers.map { $0?.answer()?.status } == [200, 200])
  }

  @Test func twoFlowsAtOnceDoNotMeet() throws {
    let servers = try [PageServer.forTests(), PageServer.forTests()]
    let browsers = servers.map(Browser.init)
    let cookies = zip(browsers, servers).map { $0.send($0.visit($1.url))?.cookie ?? "" }
    // A browser keeps one jar for all ports of a host.
    let jar = cookies.joined(separator: "; ")
    for (index, (browser, server)) in zip(browsers, servers).enumerated() {
      #expect(browser.send(browser.visit(server.origin, cookie: jar))?.status == 200)
      #expect(browser.send(browser.visit(server.origin, cookie: cookies[1 - index]))?.status == 403)
      let foreign = servers[1 - index].continueURL.dropFirst(servers[1 - index].origin.count)
      #expect(
        browser.send(browser.visit(server.origin + foreign + "?mode=signIn&oobCode=c&apiKey=k"))?.status
          == 404)
    }
    let answers = zip(browsers, servers).map { $0.open($1.goodLink, of: $1) }
    for (server, answer) in zip(servers, answers) {
      #expect(try server.wait(within: .seconds(3600)) == server.goodLink)
      server.finish(Self.done)
      #expect(answer?.answer()?.status == 200)
    }
  }

  @Test func thePageHasTheNameThatItWasGiven() throws {
    let server = try PageServer.forTests { $0.pageHost = "Localhost" }
    #expect(server.origin.hasPrefix("http://localhost:"))
    let browser = Browser(server)
    #expect(browser.send(browser.visit(server.url.replacing("localhost", with: "127.0.0.1")))?.status == 421)
    #expect(browser.send(browser.visit(server.url))?.status == 303)
  }
}
