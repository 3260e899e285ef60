import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@Suite struct AccountTests {
  @Test func anAdministratorFindsAccountsByIDAndNumber() throws {
    let server = try ServerHarness()
    let ids = try ["+14155550101", "+14155550102"].map { try server.signIn($0).localId ?? "" }
    func find(_ request: Lookup.Request, project: String = "demo-test") throws -> [String]? {
      let response = try server.send(
        .post, "/identitytoolkit.googleapis.com/v1/projects/\(project)/accounts:lookup",
        headers: ["Authorization": "bearer Owner"],
        body: String(decoding: JSONEncoder().encode(request), as: UTF8.self))
      return try (ServerHarness.decode(response) as Lookup.Response).users?.compactMap(\.localId)
    }
    #expect(try find(.init(localId: ids)) == ids)
    #expect(try find(.init(localId: [ids[1], "nobody"], phoneNumber: ["+14155550102", "bad"])) == [ids[1]])
    #expect(try find(.init(localId: ["nobody"])) == nil)
    #expect(try find(.init(localId: ids), project: "demo-other") == nil)
    let legacy = try server.send(
      .post, "/www.googleapis.com/identitytoolkit/v3/relyingparty/getAccountInfo",
      headers: ["Authorization": "Bearer owner"], body: #"{"localId":["\#(ids[0])"]}"#)
    #expect(try (ServerHarness.decode(legacy) as Lookup.Response).users?.map(\.localId) == [ids[0]])
  }

  @Test(arguments: [Policy.quick, .quickEmulator])
  func administratorsNameAccountsAsTheServiceLetsThem(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let accounts = "v1/projects/demo-test/accounts"
    let uid = String(repeating: "u", count: 256)
    let labels = [63, 63, 63, 61].map { String(repeating: "d", count: $0) }
    let long = "a@" + labels.joined(separator: ".")
    for (name, given, kept) in [
      ("localId", uid, uid), ("email", long, long), ("email", "Zoë.ゆうこ@例え.example", "zoë.ゆうこ@例え.example"),
      ("phoneNumber", "+1 650-555-0104", "+16505550104"),
    ] {
      let made = try server.asOwner(.post, accounts, [name: .string(given), "password": "correct horse"])
      // One value where a list belongs.
      let found = try server.asOwner(.post, accounts + ":lookup", ["localId": made["localId"] ?? .null])
      #expect(found["users"]?.array?.map { $0[name] } == [.string(kept)])
    }
    #expect(try server.signIn("ZOë.ゆうこ@例え.EXAMPLE", password: "correct horse").email == "zoë.ゆうこ@例え.example")
    for (name, given) in [("localId", uid + "u"), ("email", "a" + long), ("email", "a\u{202E}b@example.com")]
    {
      #expect(refusal { try server.asOwner(.post, accounts, [name: .string(given)]) } != nil)
    }
    let isRefused = policy.serviceAnswers
    #expect(refusal { try server.signUp("zoë@example.com") } == (isRefused ? "INVALID_EMAIL" : nil))
    _ = try server.asOwner(.post, accounts, ["localId": "12345"])
    for id: JSONValue in [12345, [12345], "12345"] {
      let found = try server.asOwner(.post, accounts + ":lookup", ["localId": id])
      #expect(found["users"]?.array?.map { $0["localId"] } == ["12345"])
    }
  }

  @Test func deletingNeedsARecentSignIn() throws {
    let server = try ServerHarness()
    let account = try server.signIn()
    server.clock.advance(301)
    #expect(throws: ServerError(.credentialTooOldLoginAgain, reason: "invalid")) {
      try server.call(DeleteAccount.self, .init(idToken: account.idToken))
    }
    // A renewed token is of the old sign-in.
    let renewed = try server.refresh(account.refreshToken)
    #expect(throws: ServerError(.credentialTooOldLoginAgain, reason: "invalid")) {
      try server.call(DeleteAccount.self, .init(idToken: renewed.idToken))
    }
    let fresh = try server.signIn()
    #expect(try server.call(DeleteAccount.self, .init(idToken: fresh.idToken)) == .init())
    #expect(throws: ServerError(.userNotFound, reason: "invalid")) { try server.lookup(fresh.idToken) }
    #expect(try server.signIn().isNewUser == true)
  }

  @Test func theEmulatorPolicyDeletesAtAnyTime() throws {
    let server = try ServerHarness(policy: .emulator)
    let account = try server.signIn()
    server.clock.advance(3000)
    #expect(try server.call(DeleteAccount.self, .init(idToken: account.idToken)) == .init())
  }

  @Test func theProjectMayForbidDeletion() throws {
    let server = try ServerHarness()
    let account = try server.signIn()
    _ = try server.setConfig(["client": ["permissions": ["disabledUserDeletion": true]]])
    #expect(throws: ServerError(.adminOnlyOperation, reason: "invalid")) {
      try server.call(DeleteAccount.self, .init(idToken: account.idToken))
    }
    let path = "/identitytoolkit.googleapis.com/v1/projects/demo-test/accounts:delete"
    func delete(_ body: String) throws -> HTTPResponse {
      try server.send(.post, path, headers: ["Authorization": "Bearer owner"], body: body)
    }
    #expect(try delete(#"{"localId":"\#(account.localId ?? "")"}"#).status == 200)
    #expect(throws: ServerError(.userNotFound, reason: "invalid")) {
      try ServerHarness.decode(delete(#"{"localId":"nobody"}"#)) as DeleteAccount.Response
    }
    #expect(throws: ServerError(.missingLocalID, reason: "invalid")) {
      try ServerHarness.decode(delete("")) as DeleteAccount.Response
    }
  }

  @Test func everyProjectIsAWorldOfItsOwn() throws {
    let server = try ServerHarness()
    let other = try ServerHarness(project: "demo-other", folder: server.folder, seed: 70)
    let (mine, theirs) = (
      try server.signIn(),
      try other.call(
        SendVerificationCode.self, .init(phoneNumber: ServerHarness.number))
    )
    let codes = try server.call(VerificationCodes.self, .init(), project: "demo-other").verificationCodes
    #expect(codes.map(\.sessionInfo) == [theirs.sessionInfo])
    let account = try other.confirm(try #require(theirs.sessionInfo), code: try #require(codes.first).code)
    #expect(account.isNewUser == true)
    #expect(account.localId != mine.localId)
    _ = try server.call(ResetProject.self, .init(), project: "demo-other")
    #expect(throws: ServerError(.userNotFound, reason: "invalid")) { try other.lookup(account.idToken) }
    #expect(throws: ServerError(.invalidRefreshToken, status: "INVALID_ARGUMENT")) {
      try other.refresh(account.refreshToken)
    }
    #expect(try server.lookup(mine.idToken)?.localId == mine.localId)
    #expect(try server.refresh(mine.refreshToken).userId == mine.localId)
    #expect(try server.call(Outbox.self, .init()).messages.count == 1)
  }

  @Test func anAdministratorNamesSomebody() throws {
    func look(_ request: Lookup.Request, _ policy: Policy) throws -> String? {
      let server = try ServerHarness(policy: policy)
      return refusal { try server.call(Lookup.self, request, asOwner: true) }
    }
    var nobody = Lookup.Request(localId: [], email: [], phoneNumber: [])
    (nobody.federatedUserId, nobody.initialEmail) = ([], [])
    for request in [Lookup.Request(), nobody] {
      #expect(try look(request, .quick) == "MISSING_ID_TOKEN")
      #expect(try look(request, .quickEmulator) == nil)
    }
    #expect(try look(.init(localId: ["nobody"]), .quick) == nil)
  }
}
