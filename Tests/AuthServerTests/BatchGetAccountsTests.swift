import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

@Suite struct BatchGetAccountsTests {
  private static let path = "/identitytoolkit.googleapis.com/v1/projects/demo-test/accounts:batchGet"

  /// Accounts called `u1` and so on, in no order.
  private func server(accounts count: Int) throws -> ServerHarness {
    let server = try ServerHarness()
    let users = (1...count).reversed().map { AccountRecord(localId: "u\($0)") }
    #expect(try server.upload(users) == [])
    return server
  }

  private func page(
    _ server: ServerHarness, _ query: QueryItem...
  ) throws -> (uids: [String?], next: String?) {
    let answer = try server.call(BatchGetAccounts.self, .init(), query: query, asOwner: true)
    #expect(answer.kind == "identitytoolkit#DownloadAccountResponse")
    return (answer.users?.map(\.localId) ?? [], answer.nextPageToken)
  }

  @Test func accountsComePageByPageInTheOrderOfTheirUids() throws {
    let server = try server(accounts: 5)
    let first = try page(server, QueryItem("maxResults", "2"))
    #expect(first == (["u1", "u2"], "u2"))
    let second = try page(server, QueryItem("maxResults", "2"), QueryItem("nextPageToken", "u2"))
    #expect(second == (["u3", "u4"], "u4"))
    let third = try page(server, QueryItem("maxResults", "2"), QueryItem("nextPageToken", "u4"))
    #expect(third == (["u5"], nil))
  }

  @Test func aPageHasTwentyUnlessAskedForAndAllForANegativeNumber() throws {
    let server = try server(accounts: 21)
    #expect(try page(server).uids.count == 20)
    #expect(try page(server, QueryItem("maxResults", "-1")).uids.count == 21)
    #expect(try page(server, QueryItem("maxResults", "99999999999")).uids.count == 21)
    #expect(
      refusal { try page(server, QueryItem("maxResults", "many")) }
        == "INVALID_ARGUMENT : maxResults is not a number.")
  }

  @Test func aProjectWithoutAccountsHasAnEmptyPage() throws {
    #expect(try page(ServerHarness()) == ([], nil))
  }

  @Test func anAccountLooksAsInALookupButForItsHash() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.signUp()
    try server.enrollPasskey(kim.idToken)
    let stored = try #require(try server.password())
    var expected = try #require(try server.lookup(kim.idToken))
    #expect(expected.passwordHash == AccountRecord.redactedHash)
    #expect(expected.passkeyInfo?.map(\.name) == ["laptop"])
    expected.passwordHash = webSafe(stored.hash)
    expected.salt = webSafe(stored.salt)
    expected.passwordHashParameters = [
      "blockSize": 8, "cpuMemCost": 2, "dkLen": 32, "hashAlgorithm": "STANDARD_SCRYPT", "parallelization": 1,
    ]
    #expect(try server.call(BatchGetAccounts.self, .init(), asOwner: true).users == [expected])
    // A query hides what a look-up hides.
    #expect(
      try server.call(QueryAccounts.self, .init(), asOwner: true).userInfo?.first
        == server.lookup(kim.idToken))
  }

  /// As Google's service writes it, and its tools read it.
  private func webSafe(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
  }

  @Test(arguments: PasswordHashing.allCases, PasswordHashing.allCases)
  func whatIsListedCanBeStoredElsewhereAndSignsIn(there: PasswordHashing, here: PasswordHashing) throws {
    let source = try ServerHarness(policy: .quick.with { $0.passwordHashing = there })
    try source.signUp()
    let users = try #require(try source.call(BatchGetAccounts.self, .init(), asOwner: true).users)
    let target = try ServerHarness(policy: .quick.with { $0.passwordHashing = here })
    #expect(try target.upload(users) == [])
    #expect(refusal { try target.signIn(password: "correct horsf") } == "INVALID_LOGIN_CREDENTIALS")
    #expect(try target.signIn(password: ServerHarness.password).localId == users[0].localId)
  }

  @Test func theOlderNameTakesABody() throws {
    let server = try server(accounts: 2)
    let answer: BatchGetAccounts.Response = try ServerHarness.decode(
      server.send(
        .post, "/www.googleapis.com/identitytoolkit/v3/relyingparty/downloadAccount",
        headers: ["Authorization": "Bearer owner"], body: #"{"maxResults":1}"#))
    #expect(answer.users?.map(\.localId) == ["u1"])
    #expect(answer.nextPageToken == "u1")
  }

  @Test func onlyTheOwnerListsAccounts() throws {
    let server = try ServerHarness()
    #expect(try server.send(.get, Self.path, query: [QueryItem("key", "k")]).status == 400)
  }
}

extension ServerHarness {
  /// Uploads accounts; what was wrong with some.
  @discardableResult
  func upload(
    _ users: [AccountRecord], _ change: (inout BatchCreateAccounts.Request) -> Void = { _ in }
  ) throws -> [String?] {
    var request = BatchCreateAccounts.Request(users: users)
    change(&request)
    let answer = try call(BatchCreateAccounts.self, request, asOwner: true)
    return (answer.error ?? []).map { "\($0.index ?? -1): \($0.message ?? "")" }
  }

  func account(_ localID: String) throws -> AccountRecord? {
    try call(Lookup.self, .init(localId: [localID]), asOwner: true).users?.first
  }
}
