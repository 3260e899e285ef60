import LibC
import TestSupport
import Testing

@testable import BrowserPages

/// However a flow ends, its port is closed, and whoever is at the browser is told.
@Suite struct PageEndTests {
  /// A server with connections that would hold a careless one up.
  private struct Busy {
    let server: PageServer
    let browser: Browser
    let waiting: Browser.Connection
    private let others: [Browser.Connection]

    init(_ adjust: (inout PageServer.Configuration) -> Void = { _ in }) throws {
      let server = try PageServer.forTests { adjust(&$0) }
      let browser = Browser(server)
      let waiting = try #require(browser.connection())
      let cookie = browser.send(browser.visit(server.url))?.cookie
      waiting.send(browser.visit(server.origin + "/outcome", from: "same-origin", cookie: cookie).text)
      others = try ["", "GET / HT"].map { beginning in
        let connection = try #require(browser.connection())
        connection.send(beginning)
        return connection
      }
      (self.server, self.browser, self.waiting) = (server, browser, waiting)
      // Connections are taken in their order: once this one is answered, all are.
      _ = try #require(browser.send(browser.visit(server.origin)))
    }
  }

  private func isClosed(_ port: Browser, after end: () throws -> Void) rethrows -> Bool {
    try end()
    return port.connection() == nil
  }

  @Test func byFinishing() throws {
    let busy = try Busy()
    #expect(isClosed(busy.browser) { busy.server.finish(.success("Done")) })
    #expect(busy.waiting.answer()?.body.contains("<h1>Done</h1>") == true)
    // What comes later changes nothing.
    busy.server.finish(.failure("Late"))
  }

  @Test func aRequestThatNeverEndsHoldsNobodyUp() throws {
    let server = try PageServer.forTests { $0.stopDeadline = .milliseconds(20) }
    let browser = Browser(server)
    let endless = try #require(browser.connection())
    endless.send("POST /result HTTP/1.1\r\nHost: 127.0.0.1:\(browser.port)\r\nContent-Length: 9\r\n\r\n")
    #expect(isClosed(browser) { server.finish(.success("Done")) })
    #expect(endless.answer() == nil)
  }

  @Test func byASignal() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let busy = try Busy { $0.interruption = ends[0] }
    var byte: UInt8 = 1
    write(ends[1], &byte, 1)
    #expect(
      isClosed(busy.browser) {
        #expect(throws: PageWaitError.interrupted) { try busy.server.wait(within: .seconds(3600)) }
      })
    #expect(busy.waiting.answer()?.body.contains("<h1>The command was stopped</h1>") == true)
  }

  @Test func byTheLimitOfTheWait() throws {
    let busy = try Busy()
    #expect(
      isClosed(busy.browser) {
        #expect(throws: PageWaitError.timedOut) { try busy.server.wait(within: .milliseconds(10)) }
      })
    #expect(busy.waiting.answer()?.body.contains("<h1>The command has waited long enough</h1>") == true)
  }

  @Test func byBeingForgotten() throws {
    var server: PageServer? = try PageServer.forTests()
    let browser = try Browser(#require(server))
    #expect(isClosed(browser) { server = nil })
  }
}
