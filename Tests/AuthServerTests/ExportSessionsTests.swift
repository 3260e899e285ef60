import Essentials
import HTTP
import IDTokens
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

/// Sessions that go on at the next server, which has the accounts of the last.
@Suite struct ExportSessionsTests {
  /// A new server with what `old` has: all of it, or without the sessions.
  private func successor(
    of old: ServerHarness, tenant: String? = nil, withSessions: Bool = true
  ) throws -> ServerHarness {
    var upload = BatchCreateAccounts.Request(
      users: try old.call(
        BatchGetAccounts.self, .init(), tenant: tenant,
        query: [QueryItem("maxResults", "-1"), QueryItem("secrets", "true")], asOwner: true
      ).users)
    upload.tenantId = tenant
    let sessions = try exported(by: old, tenant: tenant).map { sessions in
      var sessions = sessions
      sessions.tenantId = tenant
      return sessions
    }
    let new = try ServerHarness(policy: .quick, clock: old.clock, seed: 77)
    let answer = try new.call(
      ImportAccounts.self, .init(uploads: [upload], sessions: withSessions ? sessions : nil))
    #expect(answer.uploads.allSatisfy { $0.error?.isEmpty != false })
    return new
  }

  private func exported(by server: ServerHarness, tenant: String? = nil) throws -> [AccountSessions] {
    try server.call(ExportSessions.self, .init(), tenant: tenant).accounts
  }

  @Test func aSessionGoesOnAtTheNextServer() throws {
    let old = try ServerHarness(policy: .quick)
    let kim = try old.verifiedAccount()
    let token = try old.call(CreateCustomToken.self, .init(uid: "lee", claims: ["level": 3])).token
    let lee = try old.call(SignInWithCustomToken.self, .init(token: token))
    old.clock.advance(3600)
    let new = try successor(of: old)
    #expect(try new.refresh(kim.refreshToken).userId == kim.localId)
    let renewed = try new.refresh(lee.refreshToken)
    #expect(renewed.userId == "lee")
    let claims = JSONValue(json: try JWT(try #require(renewed.idToken)).payload)
    #expect(claims?["level"] == 3)
    #expect(try new.lookup(renewed.idToken)?.localId == "lee")
  }

  @Test func noTokenIsTold() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let answer = try server.send(
      .get, "/usher/v1/projects/demo-test/sessions", headers: ["Authorization": "Bearer owner"])
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(text.contains(try #require(kim.localId)))
    #expect(!text.contains(try #require(kim.refreshToken)))
    let digest = try #require(try exported(by: server).first?.sessions.first?.digest)
    #expect(refusal { try server.refresh(digest) } == "INVALID_REFRESH_TOKEN")
  }

  @Test func whatHasEndedStaysSo() throws {
    let old = try ServerHarness(policy: .quick)
    let ended = try old.signIn()
    old.clock.advance(5)
    _ = try old.call(ExpireNow.self, .init(what: "sessions"))
    old.clock.advance(5)
    let live = try old.signIn()
    #expect(try exported(by: old).map(\.sessions.count) == [1])
    let new = try successor(of: old)
    #expect(try new.refresh(live.refreshToken).userId == live.localId)
    #expect(refusal { try new.refresh(ended.refreshToken) } == "INVALID_REFRESH_TOKEN")
    let without = try successor(of: old, withSessions: false)
    #expect(refusal { try without.refresh(live.refreshToken) } == "INVALID_REFRESH_TOKEN")
  }

  @Test(arguments: [Policy.quick, .quickEmulator])
  func whoMadeAnAccountAndWhenItsPasswordWasSetGoesAlong(policy: Policy) throws {
    let old = try ServerHarness(policy: policy)
    var made = SignUp.Request(email: "lee@example.com", password: ServerHarness.password)
    made.localId = "lee"
    _ = try old.call(SignUp.self, made, asOwner: true)
    let kim = try old.signUp()
    try old.disable(kim.localId ?? "")
    try old.store.write { transaction in
      try transaction.connection.runScript(
        "UPDATE accounts SET former_password_updated_at = 1800000000000, password_hash = NULL WHERE email LIKE 'kim%'"
      )
    }
    let new = try successor(of: old)
    for localID in ["lee", kim.localId ?? ""] {
      let accounts = try [old, new].map { server in
        try server.store.read { transaction in
          try transaction.account(localID: localID, project: 1)
        }
      }
      #expect(accounts[0] != nil)
      #expect(accounts[1]?.maker == accounts[0]?.maker)
      #expect(accounts[1]?.formerPasswordUpdatedAt == accounts[0]?.formerPasswordUpdatedAt)
    }
  }

  /// Twice at one server, whose own sessions they were.
  @Test func aServerTakesItsOwnBack() throws {
    let server = try ServerHarness(policy: .quick)
    let session = try server.signIn()
    let users = try server.call(
      BatchGetAccounts.self, .init(), query: [QueryItem("secrets", "true")], asOwner: true
    ).users
    let sessions = try exported(by: server)
    for _ in 0..<2 {
      _ = try server.call(ImportAccounts.self, .init(uploads: [.init(users: users)], sessions: sessions))
      #expect(try server.refresh(session.refreshToken).userId == session.localId)
    }
    _ = try server.call(ImportAccounts.self, .init(uploads: [.init(users: users)]))
    #expect(refusal { try server.refresh(session.refreshToken) } == "TOKEN_EXPIRED")
  }

  @Test func sessionsOfAccountsThatNobodyUploadsAreLeftOut() throws {
    let server = try ServerHarness(policy: .quick)
    var sessions = AccountSessions(localId: "nobody", validSince: nil, sessions: [])
    _ = try server.call(ImportAccounts.self, .init(uploads: [], sessions: [sessions]))
    for session in [
      AccountSessions.Session(digest: "AAAA", signedInAt: "1", provider: "phone"),
      .init(digest: "AAAAAAAAAAAAAAAAAAAAAA", signedInAt: "9223372036854775807", provider: "phone"),
      .init(digest: "AAAAAAAAAAAAAAAAAAAAAA", signedInAt: "-1", provider: "phone"),
    ] {
      sessions.sessions = [session]
      #expect(
        refusal { try server.call(ImportAccounts.self, .init(uploads: [], sessions: [sessions])) }
          == "INVALID_ARGUMENT : sessions contains a value that no server exports.")
    }
  }
}
