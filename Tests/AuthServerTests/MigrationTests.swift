import Crypto
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

@Suite struct MigrationTests {
  private static let firstSchema = Schema(steps: [PhoneStep.sql])

  /// A database as the first released schema made it, with an account and its session in it.
  private func firstVersion() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    let store = try Store(at: .file(path: folder.path(of: "local.db")), schema: Self.firstSchema)
    let config: JSONValue = [
      "signIn": ["phoneNumber": ["enabled": true]], "authorizedDomains": ["localhost", "app.example"],
      "mfa": ["providerConfigs": [["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 1]]]],
    ]
    // Whole digests were kept then.
    let hash = Digest.sha256("old session".utf8)
    try store.write { transaction in
      let project = try transaction.insertProject(named: ProjectName("demo-test"), config: config.text)
      _ = try transaction.insertProject(named: ProjectName("demo-bare"), config: "{}")
      try transaction.connection.run(
        """
        INSERT INTO accounts (project, local_id, phone, display_name, created_at, last_login_at,
          last_refresh_at)
        VALUES (?, 'kim', 14155550100, 'Kim', 1799999000000, 1799999000000, 1799999000000)
        """, project)
      try transaction.connection.run(
        "INSERT INTO refresh_tokens (hash, account, signed_in_at, provider) VALUES (?, 1, 1799999000000, 'phone')",
        hash)
    }
    return folder
  }

  @Test func aFileOfTheFirstVersionKeepsEverything() throws {
    let folder = try firstVersion()
    let key = try Store(at: .file(path: folder.path(of: "local.db")), schema: Self.firstSchema)
      .write { try $0.madeSigningKey().id }
    let server = try ServerHarness(policy: .quick, folder: folder)
    #expect(try server.store.read { try $0.signingKey()?.id } == key)
    let session = try server.refresh("old session")
    #expect(session.userId == "kim")
    let record = try #require(try server.lookup(session.idToken))
    #expect(record.displayName == "Kim")
    #expect(record.phoneNumber == "+14155550100")
    #expect(record.createdAt == "1799999000000")
    #expect(record.providerUserInfo?.map(\.providerId) == ["phone"])
    #expect(try server.signIn().localId == "kim")
    let config = try server.call(GetProjectConfig.self, .init(), asOwner: true)
    #expect(
      config["authorizedDomains"]
        == ["localhost", "app.example", "demo-test.firebaseapp.com", "demo-test.web.app"])
    #expect(
      config["mfa"]?["providerConfigs"]
        == [["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 5]]])
    #expect(
      try server.call(GetProjectConfig.self, .init(), project: "demo-bare", asOwner: true)["signIn"] == nil)

    _ = try server.setConfig(["signIn": ["email": ["enabled": true]]])
    let linked = try server.signUp(idToken: session.idToken)
    #expect(linked.localId == "kim")
    #expect(try server.signIn(password: ServerHarness.password).localId == "kim")
    // And the file as it was stands beside it.
    #expect(FileManager.default.fileExists(atPath: folder.path(of: "local.db.v1")))
  }
}
