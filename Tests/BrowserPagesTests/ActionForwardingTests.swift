import Essentials
import HTTP
import Synchronization
import TestSupport
import Testing

@testable import BrowserPages

/// The link in the embedded server's outbox leads to the page server, which has the embedded server answer.
@Suite struct ActionForwardingTests {
  @Test func aClickInTheOutboxEndsAtTheCommand() throws {
    // As the emulator does: sends the browser on to the continue URL, with the other parameters.
    let action = ActionStub { request in
      let rest = request.query.filter { $0.name != "continueUrl" }
      let target = (request.queryValue("continueUrl") ?? "") + "?" + FormEncoding.encode(rest)
      return HTTPResponse(
        status: 303, headers: ["Location": target, "Access-Control-Allow-Origin": "*", "Vary": "Origin"])
    }
    let server = try PageServer.forTests(action: action)
    let browser = Browser(server)
    let link =
      server.origin + "/emulator/action?mode=signIn&oobCode=c0de&apiKey=key&continueUrl="
      + FormEncoding.encode(server.continueURL)
    let redirect = try #require(browser.send(browser.visit(link, from: "cross-site")))
    #expect(redirect.status == 303)
    #expect(redirect.headers["Vary"] == "Origin" && redirect.headers["Access-Control-Allow-Origin"] == nil)
    let arrival = try #require(redirect.headers["Location"])
    #expect(arrival == server.continueURL + "?mode=signIn&oobCode=c0de&apiKey=key")
    let answer = try #require(browser.open(arrival, of: server))
    #expect(try server.wait(within: .seconds(3600)) == arrival)
    server.finish(.success("Done"))
    #expect(answer.answer()?.status == 200)
  }

  @Test func onlyVisitsToTheActionPageReachTheServer() throws {
    let reached = Reached()
    let action = ActionStub { request in
      reached.paths.withLock { $0.append(request.path) }
      return HTTPResponse(status: 204)
    }
    let server = try PageServer.forTests(action: action)
    let browser = Browser(server)
    let good = browser.visit(server.origin + "/emulator/action?mode=verifyEmail&oobCode=c")
    let hostile = [
      good.changed { $0.method = "POST" }, good.changed { $0.method = "HEAD" },
      good.changed { $0.method = "OPTIONS" }, good.with("Host", "localhost:\(browser.port)"),
      good.with("Host", "evil.example"), good.with("Origin", "http://evil.example"),
      good.with("Origin", "null"),
      good.with("Sec-Fetch-Mode", "no-cors"), good.with("Sec-Fetch-Dest", "iframe"),
      good.with("Sec-Purpose", "prefetch"), good.changed { $0.target = "/emulator/v1/projects/p/oobCodes" },
      good.changed { $0.target = "/emulator/action/../v1/projects/p/accounts" },
      good.changed { $0.target = "/emulator/%61ction" },
      good.changed { $0.target = "/identitytoolkit.googleapis.com/v1/accounts:signUp" },
    ]
    for request in hostile { #expect((400...499).contains(browser.send(request)?.status ?? 400)) }
    #expect(reached.paths.withLock { $0 } == [])
    #expect(browser.send(good)?.status == 204)
    #expect(reached.paths.withLock { $0 } == ["/emulator/action"])
  }

  @Test func theFormOfItsPageReachesTheServerToo() throws {
    let reached = Reached()
    let action = ActionStub { request in
      reached.paths.withLock { $0.append(String(decoding: request.body, as: UTF8.self)) }
      return HTTPResponse(status: 204)
    }
    let server = try PageServer.forTests(action: action)
    let browser = Browser(server)
    let good = browser.visit(server.origin + "/emulator/action?mode=resetPassword&oobCode=c").changed {
      $0.method = "POST"
      $0.body = "newPassword=correct+horse"
    }
    .with("Origin", server.origin).with("Content-Type", "application/x-www-form-urlencoded")
    .with("Sec-Fetch-Site", "same-origin")
    let hostile = [
      good.with("Origin", "null"), good.with("Origin", "http://evil.example"), good.with("Origin", nil),
      good.with("Sec-Fetch-Site", "cross-site"), good.with("Content-Type", "text/plain"),
      good.with("Content-Type", nil), good.with("Host", "localhost:\(browser.port)"),
      good.with("Sec-Fetch-Dest", "iframe"), good.with("Sec-Fetch-Mode", "cors"),
      good.changed { $0.target = "/identitytoolkit.googleapis.com/v1/accounts:resetPassword" },
    ]
    for request in hostile { #expect((400...499).contains(browser.send(request)?.status ?? 400)) }
    #expect(reached.paths.withLock { $0 } == [])
    #expect(browser.send(good)?.status == 204)
    #expect(reached.paths.withLock { $0 } == ["newPassword=correct+horse"])
  }

  private final class Reached: Sendable {
    let paths = Mutex<[String]>([])
  }
}
