import Crypto
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

@Suite struct MigrationTests {
  private static let firstSchema = Schema(tables: [PhoneStep.sql], steps: [PhoneStep.sql])

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

  @Test func aNewFileHasTheTablesThatTheStepsLeadTo() throws {
    let folder = TemporaryFolder()
    let old = Store.Location.file(path: folder.path(of: "old.db"))
    _ = try Store(at: old, schema: Self.firstSchema)
    let made = try Self.declarations(in: Store(at: .memory))
    #expect(made.count > 30)
    #expect(try Self.declarations(in: Store(at: old)) == made)
  }

  /// What made the tables and indexes, by their names, without comments and spaces.
  private static func declarations(in store: Store) throws -> [String: String] {
    let text: String? = try store.read { transaction in
      try transaction.connection.value(
        "SELECT json_group_object(name, sql) FROM sqlite_schema WHERE sql IS NOT NULL")
    }
    return try JSONDecoder().decode([String: String].self, from: Data((text ?? "").utf8)).mapValues { sql in
      sql.split(separator: "\n").map { $0.prefix(upTo: $0.firstRange(of: "--")?.lowerBound ?? $0.endIndex) }
        .joined().filter { !$0.isWhitespace }
    }
  }

  @Test func aFileOfTheFirstVersionKeepsEverything() throws {
    let folder = try firstVersion()
    let key = try Store(at: .file(path: folder.path(of: "local.db")), schema: Self.firstSchema)
      .write { try $0.madeSigningKey(for: .idTokens).id }
    let server = try ServerHarness(policy: .quick, folder: folder)
    #expect(try server.store.read { try $0.signingKey(for: .idTokens)?.id } == key)
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
