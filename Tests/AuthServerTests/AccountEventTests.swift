import Essentials
import HTTP
import IdentityToolkit
import Synchronization
import TestSupport
import Testing

@testable import AuthServer

/// Which acts functions are told of, and when.
@Suite struct AccountEventTests {
  private static let silent = ": production does not tell functions of"

  private func both(_ kind: String, _ uid: String?) -> [String] {
    ["v1 \(kind) \(uid ?? "?") waiting", "v2 \(kind) \(uid ?? "?") waiting"]
  }

  @Test(arguments: [Policy.quickEmulator, .quick])
  func eachWayToANewAccountIsAnEvent(policy: Policy) throws {
    let server = try ServerHarness(telling: EmulatorFake(), policy: policy)
    let post = #"providerId=google.com&id_token={"sub":"1","email":"lee@example.com"}"#
    let uids: [String?] = [
      try server.signUp().localId, try server.signUp(nil, nil).localId, try server.signIn().localId,
      try server.signInByLink("sam@example.com").localId,
      try server.call(SignInWithIdp.self, SignInWithIdp.Request(postBody: post)).localId,
      try server.call(SignUp.self, .init(email: "ann@example.com", password: nil), asOwner: true).localId,
    ]
    #expect(try server.events() == uids.flatMap { both("created", $0) })
  }

  @Test func onlyTheFirstSignInIsAnEvent() throws {
    let server = try ServerHarness(telling: EmulatorFake())
    let anonymous = try server.signUp(nil, nil)
    _ = try server.signUp(idToken: anonymous.idToken)
    _ = try server.signIn(password: ServerHarness.password)
    #expect(try server.events() == both("created", anonymous.localId))
  }

  @Test func bothWaysToDeleteAnAccountAreEvents() throws {
    let server = try ServerHarness(telling: EmulatorFake())
    let (kim, lee) = (try server.signUp(), try server.signUp("lee@example.com"))
    _ = try server.call(DeleteAccount.self, .init(idToken: kim.idToken))
    _ = try server.call(DeleteAccount.self, .init(localId: lee.localId), asOwner: true)
    #expect(
      try server.events()
        == both("created", kim.localId) + both("created", lee.localId) + both("deleted", kim.localId)
        + both("deleted", lee.localId))
  }

  @Test(arguments: [
    (
      Policy.quickEmulator,
      [
        "v1 created kim waiting", "v2 created kim waiting", "v1 deleted kim waiting",
        "v2 deleted kim waiting",
      ]
    ), (.quick, ["v2 created kim silent", "v2 deleted kim silent"]),
  ])
  func productionIsSilentAboutCustomTokensAndBatches(policy: Policy, events: [String]) throws {
    let server = try ServerHarness(telling: EmulatorFake(), policy: policy)
    let token = try server.call(CreateCustomToken.self, .init(uid: "kim", claims: nil)).token
    for _ in 1...2 { _ = try server.call(SignInWithCustomToken.self, .init(token: token)) }
    _ = try server.call(BatchDeleteAccounts.self, .init(localIds: ["kim"], force: true), asOwner: true)
    #expect(try server.events() == events)
  }

  @Test func uploadsAndResetsTellNothing() throws {
    let server = try ServerHarness(telling: EmulatorFake())
    var upload = BatchCreateAccounts.Request(users: [AccountRecord(localId: "kim")])
    upload.allowOverwrite = true
    for _ in 1...2 { _ = try server.call(BatchCreateAccounts.self, upload, asOwner: true) }
    _ = try server.call(ClearAccounts.self, .init())
    #expect(try server.events().isEmpty)
    try server.signUp()
    _ = try server.call(ResetProject.self, .init())
    #expect(try server.events().isEmpty)
  }

  @Test func withoutFunctionsNothingIsKept() throws {
    let emulator = EmulatorFake()
    emulator.run(nil)
    let server = try ServerHarness(telling: emulator, isExpected: false)
    var sender = server.sender()
    _ = sender.step()
    try server.signUp()
    #expect(try server.events().isEmpty)
    emulator.run([["name": "onCreate"]])
    server.clock.advance(2)
    _ = sender.step()
    let lee = try server.signUp("lee@example.com")
    #expect(try server.events() == both("created", lee.localId))
  }

  @Test func anotherProjectHasOtherFunctions() throws {
    let server = try ServerHarness(telling: EmulatorFake())
    _ = try server.call(
      CreateAccount.self, .init(email: "kim@example.com", password: nil), project: "demo-other", asOwner: true
    )
    #expect(try server.events().isEmpty)
  }

  @Test func whatIsRolledBackIsNoEvent() throws {
    let server = try ServerHarness(telling: EmulatorFake())
    try server.signUp()
    #expect(AuthServerTests.refusal { try server.signUp() } == "EMAIL_EXISTS")
    #expect(try server.events().count == 2)
  }

  @Test func anEventCostsNoFurtherTransaction() throws {
    let off = try ServerHarness(policy: .quickEmulator)
    let on = try ServerHarness(telling: EmulatorFake())
    for server in [off, on] { try server.signUp() }
    let costs = try [off, on].map { server in try server.statements { try server.signUp("lee@example.com") } }
    #expect(costs[0] == costs[1])
  }
}
