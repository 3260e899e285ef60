import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

/// The page that shows what was "sent".
struct InboxTests {
  private func page(
    _ server: ServerHarness, project: String? = nil, headers: HTTPHeaders = [:]
  ) throws -> (status: Int, text: String) {
    let answer = try server.send(
      .get, "/inbox", query: project.map { [QueryItem("project", $0)] } ?? [], headers: headers)
    return (answer.status, String(decoding: answer.body, as: UTF8.self))
  }

  @Test func itShowsCodesLinksAndAccounts() throws {
    let server = try ServerHarness()
    #expect(try page(server).text.contains("No messages yet."))
    let info = try server.sendCode()
    let code = try server.code(for: info)
    #expect(try page(server).text.contains("<output>\(code)</output> <button hidden data-copy=\"\(code)\">"))
    let uid = try server.confirm(info, code: code).localId ?? "none"
    var request = SendOobCode.Request(.emailSignIn)
    request.email = "kim@example.com"
    request.continueUrl = "http://localhost/"
    _ = try server.call(SendOobCode.self, request)
    let link = try server.call(OobCodes.self, .init()).oobCodes.first?.oobLink ?? "none"
    let text = try page(server).text
    #expect(text.contains("<a href=\"\(link.replacing("&", with: "&amp;"))\""))
    #expect(text.contains("<small>\(uid)</small>"))
    #expect(text.contains("<td>+16505553434</td><td>654321</td>"))
  }

  @Test func whatIsForeignIsNoMarkup() throws {
    let server = try ServerHarness()
    let session = try server.signIn()
    var update = UpdateAccount.Request(idToken: session.idToken)
    update.displayName = "<script>alert(1)</script>"
    _ = try server.call(UpdateAccount.self, update)
    update = UpdateAccount.Request(idToken: nil)
    update.localId = session.localId
    update.deleteProvider = ["phone"]
    _ = try server.call(UpdateAccount.self, update, asOwner: true)
    let text = try page(server, project: nil).text
    #expect(text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(!text.contains("<script>alert"))
    #expect(
      try page(server, project: "\"><script>").text.contains("Inbox of &quot;&gt;&lt;script&gt; (usher)"))
  }

  @Test func aProjectsInboxIsItsOwn() throws {
    let server = try ServerHarness()
    _ = try server.sendCode()
    let other = try page(server, project: "demo-other").text
    #expect(other.contains("<option selected>demo-other</option><option>demo-test</option>"))
    #expect(other.contains("No messages yet."))
  }

  @Test func projectsThatThePolicyRefusesAreNotListed() throws {
    let other = try ServerHarness(project: "demo-other")
    _ = try other.sendCode()
    let server = try ServerHarness(
      policy: .proofless.with { $0.otherProjectsServed = false }, folder: other.folder, clock: other.clock,
      seed: 1_000_000)
    _ = try server.sendCode()
    #expect(!(try page(server).text.contains("demo-other")))
  }

  @Test func itIsForThisMachineAlone() throws {
    let foreign: HTTPHeaders = ["Origin": "https://evil.example"]
    #expect(try page(ServerHarness(), headers: foreign).status == 403)
    #expect(try page(ServerHarness(), headers: ["Sec-Fetch-Site": "cross-site"]).status == 403)
    #expect(try page(ServerHarness(ownerToken: "0123456789abcdef")).status == 401)
  }

  @Test(arguments: ["/inbox.css", "/inbox.js"])
  func whatItLoadsIsItsOwn(_ path: String) throws {
    #expect(try ServerHarness().send(.get, path).status == 200)
  }
}
