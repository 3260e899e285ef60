import Essentials
import HTTP
import IdentityToolkit
import Testing

@testable import AuthServer

@Suite struct SnapshotTests {
  private static let email = "kim@example.com"
  private static let password = "correct horse"

  /// A server whose project has an account with a password, an identity and claims, in the project and a tenant.
  private func server() throws -> ServerHarness {
    let server = try ServerHarness(policy: .emulator)
    let upload = #"""
      {"hash": {"hashAlgorithm": "PLAIN"}, "users": [{"localId": "kim", "email": "kim@example.com", "emailVerified": true,
      "rawPassword": "correct horse", "customAttributes": "{\"role\":\"admin\"}",
      "mfaInfo": [{"mfaEnrollmentId": "f", "phoneInfo": "+14155550100"}],
      "providerUserInfo": [{"providerId": "google.com", "rawId": "g1", "email": "kim@gmail.com"}]}]}
      """#
    for place in ["demo-test", "demo-test/tenants/t1"] {
      let answer = try server.send(
        .post, "/identitytoolkit.googleapis.com/v1/projects/\(place)/accounts:batchCreate",
        headers: ["Authorization": "Bearer owner"], body: upload)
      #expect(answer.status == 200)
    }
    return server
  }

  private func accounts(_ server: ServerHarness, _ project: String, _ tenant: String? = nil) throws
    -> [AccountRecord]
  {
    try server.call(BatchGetAccounts.self, .init(), project: project, tenant: tenant, asOwner: true).users
      ?? []
  }

  @Test func aSnapshotIsLoadedIntoAnotherProject() throws {
    let server = try server()
    _ = try server.setConfig(["signIn": ["anonymous": ["enabled": false]]], mask: "signIn.anonymous.enabled")
    _ = try server.call(SaveSnapshot.self, .init("seeded"))
    #expect(try server.call(ListSnapshots.self, .init()) == .init(snapshots: ["seeded"]))
    _ = try server.call(LoadSnapshot.self, .init("seeded"), project: "demo-b")
    let (here, there) = (try accounts(server, "demo-test"), try accounts(server, "demo-b"))
    #expect(here == there)
    #expect(there.map(\.localId) == ["kim"])
    #expect(there.first?.mfaInfo?.count == 1)
    #expect(there.first?.providerUserInfo?.isEmpty == false)
    #expect(try accounts(server, "demo-b", "t1").map(\.localId) == ["kim"])
    #expect(
      try server.call(GetProjectConfig.self, .init(), project: "demo-b", asOwner: true)["signIn"]
        == server.call(GetProjectConfig.self, .init(), asOwner: true)["signIn"])
  }

  @Test func loadingReplacesTheProjectAndEndsItsSessions() throws {
    let server = try server()
    _ = try server.call(SaveSnapshot.self, .init("seeded"))
    let new = try server.call(SignUp.self, .init(email: "ada@example.com", password: Self.password))
    #expect(try accounts(server, "demo-test").count == 2)
    _ = try server.call(LoadSnapshot.self, .init("seeded"))
    #expect(try accounts(server, "demo-test").map(\.localId) == ["kim"])
    #expect(refusal { try server.refresh(new.refreshToken) } != nil)
    #expect(try server.reopened(policy: .emulator).call(ListSnapshots.self, .init()).snapshots == ["seeded"])
  }

  @Test func noSnapshotIsAProject() throws {
    let server = try server()
    _ = try server.call(SaveSnapshot.self, .init("seeded"))
    #expect(try server.store.read { try $0.projectNames() } == ["demo-test", "demo-test/t1"])
  }

  @Test func anUnknownOrOddNameChangesNothing() throws {
    let server = try server()
    #expect(
      refusal { try server.call(SaveSnapshot.self, .init("seeded"), project: "demo-typo") }
        == "INVALID_ARGUMENT : There is no project demo-typo.")
    let missing = "INVALID_ARGUMENT : There is no snapshot no."
    #expect(refusal { try server.call(LoadSnapshot.self, .init("no")) } == missing)
    #expect(refusal { try server.call(RemoveSnapshot.self, .init("no")) } == missing)
    for odd in [nil, "", "a/b", "a b", String(repeating: "a", count: 65)] {
      #expect(
        refusal { try server.call(SaveSnapshot.self, .init(odd)) } == """
          INVALID_ARGUMENT : A snapshot's name has 1 to 64 letters, digits, hyphens, dots and underscores.
          """)
    }
    #expect(try accounts(server, "demo-test").map(\.localId) == ["kim"])
    #expect(try server.call(ListSnapshots.self, .init()).snapshots == [])
  }

  @Test func aRemovedSnapshotLeavesNothing() throws {
    let server = try server()
    func counts() throws -> [Int] {
      [
        try server.count("SELECT count(*) FROM projects"), try server.count("SELECT count(*) FROM accounts"),
        try server.count("SELECT count(*) FROM provider_identities"),
        try server.count("SELECT count(*) FROM second_factors"),
      ]
    }
    let before = try counts()
    _ = try server.call(SaveSnapshot.self, .init("seeded"))
    #expect(try counts() == before.map { $0 * 2 })
    _ = try server.call(SaveSnapshot.self, .init("seeded"))
    #expect(try counts() == before.map { $0 * 2 })
    _ = try server.call(RemoveSnapshot.self, .init("seeded"))
    #expect(try counts() == before)
  }
}
