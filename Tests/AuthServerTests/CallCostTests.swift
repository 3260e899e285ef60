import Essentials
import HTTP
import IdentityToolkit
import Testing
import WebAuthn

@testable import AuthServer

/// What calls ask of the database: of a server that a command makes for them, and of one that goes on.
@Suite struct CallCostTests {
  @Test func aPhoneSignInAndItsLookupTakeThreeTransactions() throws {
    let before = try ServerHarness()
    let info = try before.sendCode()
    let code = try before.code(for: info)
    let server = try before.reopened()
    let counts = try server.statements {
      let answer = try server.confirm(info, code: code)
      #expect(try server.lookup(answer.idToken)?.localId == answer.localId)
    }
    #expect(counts == StatementCounts(transactions: 3, projectReads: 2, passkeyReads: 1))
  }

  @Test func aRenewalTakesOneTransactionAndOneMoreAsTheFirstCall() throws {
    let before = try ServerHarness()
    let token = try before.signIn().refreshToken
    let server = try before.reopened()
    #expect(
      try server.statements { _ = try server.refresh(token) }
        == StatementCounts(transactions: 2, projectReads: 1))
    #expect(
      try server.statements { _ = try server.refresh(token) }
        == StatementCounts(transactions: 1, projectReads: 1))
  }

  @Test func aCodeIsSentInOneTransactionAndOneMoreAsTheFirstCall() throws {
    let server = try ServerHarness()
    #expect(
      try server.statements { _ = try server.sendCode() }
        == StatementCounts(transactions: 2, projectReads: 1))
    #expect(
      try server.statements { _ = try server.sendCode() }
        == StatementCounts(transactions: 1, projectReads: 1))
  }

  @Test func aChangeReadsPasskeysOnlyToUnenrollThem() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let credential = try server.enrollPasskey(kim.idToken)
    var change = UpdateAccount.Request(idToken: kim.idToken)
    change.displayName = "Kim"
    #expect(
      try server.statements { _ = try server.call(UpdateAccount.self, change) }
        == StatementCounts(transactions: 1, projectReads: 1))
    #expect(
      try server.statements {
        _ = try server.call(
          UpdateAccount.self, .unenrolling(kim.idToken, [Base64URL.encode(credential.id)]))
      } == StatementCounts(transactions: 1, projectReads: 1, passkeyReads: 2))
  }

  @Test func aSignInWithAProviderReadsItsProjectOnceInEachTransaction() throws {
    let server = try ServerHarness(policy: .emulator)
    func signIn() throws {
      let post = #"providerId=google.com&id_token={"sub":"1","email":"kim@example.com"}"#
      _ = try server.call(SignInWithIdp.self, SignInWithIdp.Request(postBody: post))
    }
    try signIn()
    #expect(try server.statements { try signIn() } == StatementCounts(transactions: 2, projectReads: 2))
  }

  @Test func aKeyThatIsNoProjectsCostsNothingInMemory() throws {
    let server = try ServerHarness(policy: .emulator, inMemory: true)
    func sendCode() throws {
      let response = try server.send(
        .post, RouterTests.send, query: [QueryItem("key", "any")], body: #"{"phoneNumber":"+14155550100"}"#)
      #expect(response.status == 200)
    }
    try sendCode()
    #expect(try server.statements { try sendCode() } == StatementCounts(transactions: 1, projectReads: 1))
    // Once it is a project's, it is looked at.
    _ = try server.call(UpdateProjectConfig.self, [:], project: "any", asOwner: true)
    #expect(try server.statements { try sendCode() } == StatementCounts(transactions: 2, projectReads: 2))
  }
}
