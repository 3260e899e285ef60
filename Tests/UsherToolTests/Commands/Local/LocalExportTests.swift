import Essentials
import IdentityToolkit
import LibC
import TestSupport
import Testing

@testable import UsherTool

struct LocalExportTests {
  let tool = ToolHarness()

  private static let seed = """
    {"users":[
      {"uid":"kim","email":"kim@example.com","emailVerified":true,"password":"correct horse",
       "customClaims":{"role":"tester"},"factors":[{"uid":"sms","phoneNumber":"+14155550101"},
       {"uid":"app","totpSecret":"JBSWY3DPEHPK3PXPJBSWY3DP"}]},
      {"uid":"mo","phoneNumber":"+14155550102"}]}
    """

  private var saved: String { tool.folder.path(of: "saved") }

  private func json(of name: String) throws -> JSONValue {
    let data = try #require(FileManager.default.contents(atPath: saved + "/" + name))
    return try JSONValue(parsing: data)
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test func whatWasExportedIsImportedWhole() throws {
    #expect(tool.run("local", "seed", "-", input: Self.seed).status == 0)
    #expect(
      tool.run("local", "export", saved) == .init(0, output: "Accounts exported to \(saved): 2.\n"))
    #expect(
      try json(of: "firebase-export-metadata.json")["auth"]?["path"] == "auth_export")
    let accounts = try json(of: "auth_export/accounts.json")
    #expect(accounts["kind"] == "identitytoolkit#DownloadAccountResponse")
    #expect(accounts["hashAlgorithm"] == "STANDARD_SCRYPT")
    #expect(accounts["users"]?.array?.map { $0["localId"] } == ["kim", "mo"])
    #expect(accounts["users"]?.array?.first?["passwordHashParameters"] == nil)
    #expect(
      accounts["users"]?.array?.first?["mfaInfo"]?.array?.last?["totpInfo"]
        == ["sharedSecretKey": "JBSWY3DPEHPK3PXPJBSWY3DP", "verificationCodeLength": 6])
    let list = tool.run("local", "users", "list", "--json").output

    #expect(tool.run("local", "reset", "--yes").status == 0)
    #expect(
      tool.run("local", "import", saved) == .init(0, output: "Accounts imported from \(saved): 2.\n"))
    #expect(tool.run("local", "users", "list", "--json").output == list)
    tool.folder.write(Data("correct horse\n".utf8), to: "password")
    let signIn = tool.run(
      "signin", "password", "--email", "kim@example.com", "--password-file",
      tool.folder.path(of: "password"), "--json")
    #expect(signIn.status == 3)
  }

  @Test func onlyTheUserReadsAnExportAndNothingElseInItIsLost() throws {
    mkdir(saved, 0o755)
    tool.folder.write(
      Data(#"{"version":"14.0.0","firestore":{"path":"firestore_export"},"auth":{"path":"old"}}"#.utf8),
      to: "saved/firebase-export-metadata.json")
    #expect(tool.run("local", "export", saved).status == 0)
    let metadata = try json(of: "firebase-export-metadata.json")
    #expect(metadata["version"] == "14.0.0")
    #expect(metadata["firestore"] == ["path": "firestore_export"])
    #expect(metadata["auth"]?["path"] == "auth_export")
    tool.folder.write(Data("{}".utf8), to: "saved/auth_export/accounts-gone.json")
    // Of a writer that was killed.
    tool.folder.write(Data("{".utf8), to: "saved/auth_export/accounts-gone.json.usher-part-a1b2c3")
    #expect(tool.run("local", "export", saved).status == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: saved + "/auth_export").sorted()
        == ["accounts.json", "config.json", "usher-sessions.json"])
    #expect(mode(saved + "/auth_export") == 0o700)
    #expect(mode(saved + "/auth_export/accounts.json") == 0o600)
    #expect(mode(saved + "/auth_export/config.json") == 0o600)
    #expect(try json(of: "auth_export/accounts.json")["users"] == [])
  }

  @Test func tenantsComeAlong() throws {
    let tenant = tool.run("local", "tenant", "create", "acme", "--field", "tenant.id").lines[0]
    let seed = #"{"users":[{"uid":"lee","email":"lee@example.com","password":"correct horse"}]}"#
    #expect(
      tool.run("local", "users", "add", "--uid", "lee", "--email", "lee@example.com", "--tenant", tenant)
        .status == 0)
    #expect(tool.run("local", "seed", "-", input: seed.replacing("lee", with: "kim")).status == 0)
    #expect(tool.run("local", "users", "list", "--json").json?["users"]?.array?.map { $0["uid"] } == ["kim"])
    #expect(tool.run("local", "export", saved) == .init(0, output: "Accounts exported to \(saved): 2.\n"))
    #expect(
      try json(of: "auth_export/accounts-\(tenant).json")["users"]?.array?.map { $0["localId"] } == ["lee"])
    #expect(tool.run("local", "reset", "--yes").status == 0)
    #expect(tool.run("local", "import", saved) == .init(0, output: "Accounts imported from \(saved): 2.\n"))
    let users = tool.run("local", "users", "list", "--tenant", tenant, "--json").json?["users"]
    #expect(users?.array?.map { $0["uid"] } == ["lee"])
    // What is gone is gone from the next export, too.
    #expect(tool.run("local", "tenant", "delete", tenant, "--yes").status == 0)
    #expect(tool.run("local", "export", saved).status == 0)
    #expect(!FileManager.default.fileExists(atPath: saved + "/auth_export/accounts-\(tenant).json"))
  }

  /// As Firebase's emulator writes it.
  private func writeEmulatorExport(_ accounts: String) {
    mkdir(saved, 0o755)
    mkdir(saved + "/auth_export", 0o755)
    tool.folder.write(
      Data(#"{"version":"14.0.0","auth":{"version":"14.0.0","path":"auth_export"}}"#.utf8),
      to: "saved/firebase-export-metadata.json")
    tool.folder.write(
      Data(#"{"signIn":{"allowDuplicateEmails":false}}"#.utf8), to: "saved/auth_export/config.json")
    tool.folder.write(Data(accounts.utf8), to: "saved/auth_export/accounts.json")
  }

  @Test func anExportOfFirebasesEmulatorIsImportedWithItsPasswords() {
    writeEmulatorExport(
      """
      {"kind":"identitytoolkit#DownloadAccountResponse","users":[{"localId":"kim","createdAt":"1700000000000",
      "lastLoginAt":"1700000000000","passwordHash":"fakeHash:salt=fakeSaltX:password=correct horse",
      "salt":"fakeSaltX","passwordUpdatedAt":1700000000000,"validSince":"1700000000","email":"kim@example.com",
      "emailVerified":false,"disabled":false,"providerUserInfo":[{"providerId":"password",
      "email":"kim@example.com","federatedId":"kim@example.com","rawId":"kim@example.com"}],
      "lastRefreshAt":"2023-11-14T22:13:20.000Z"}]}
      """)
    #expect(
      tool.run("local", "import", saved)
        == .init(0, output: "Accounts imported from \(saved): 1.\n"))
    tool.folder.write(Data("correct horse\n".utf8), to: "password")
    #expect(
      tool.run(
        "signin", "password", "--email", "kim@example.com", "--password-file",
        tool.folder.path(of: "password"), "--json"
      ).json?["account"]?["uid"] == "kim")
  }

  @Test func aFolderThatCannotBeReadWholeImportsNothing() throws {
    let users = #"{"users":[{"localId":"kim"}]}"#
    func outcome() -> ToolHarness.Outcome { tool.run("local", "import", saved) }
    #expect(outcome().status == 65)
    writeEmulatorExport(String(users.dropLast()))
    #expect(
      outcome()
        == .init(
          65,
          errors: """
            error: \(saved)/auth_export/accounts.json is not what Firebase's emulator exports
              Name the folder that the emulator exported to.

            """))
    for metadata in ["{", "{}", #"{"auth":{"path":"../saved/auth_export"}}"#, #"{"auth":{"path":"/etc"}}"#] {
      writeEmulatorExport(users)
      tool.folder.write(Data(metadata.utf8), to: "saved/firebase-export-metadata.json")
      #expect(outcome().status == 65)
    }
    writeEmulatorExport(users)
    tool.folder.write(Data("[]".utf8), to: "saved/auth_export/config.json")
    #expect(outcome().status == 65)
    // What a link leads to is no part of the export.
    writeEmulatorExport(users)
    tool.folder.write(Data(users.utf8), to: "elsewhere")
    unlink(saved + "/auth_export/accounts.json")
    symlink(tool.folder.path(of: "elsewhere"), saved + "/auth_export/accounts.json")
    #expect(outcome().status == 65)
    #expect(tool.run("local", "users", "list").output == "")
    writeEmulatorExport(users)
    #expect(outcome().status == 65)
    unlink(saved + "/auth_export/accounts.json")
    writeEmulatorExport(users)
    #expect(outcome() == .init(0, output: "Accounts imported from \(saved): 1.\n"))
  }

  /// The record that is wrong stands after 600 that are not, beside a configuration and a tenant.
  @Test(arguments: [
    (#"{"localId":"mo","email":"mo"}"#, "users[600] (mo): email is invalid"),
    (#"{"localId":"mo","passwordHash":"YQ=="}"#, "users[600] (mo): MISSING_HASH_ALGORITHM"),
    (#"{"email":"mo@example.com"}"#, "users[600]: localId is missing"),
    (
      #"{"localId":"mo","email":"user0@example.com"}"#,
      "users[600] (mo): email exists in other account in database"
    ),
    (
      #"{"localId":"mo","email":"mo"},{"localId":"lee","email":"lee"}"#,
      "users[600] (mo): email is invalid; FILE users[601] (lee): email is invalid"
    ),
  ])
  func aRecordThatIsWrongIsNamedAndNothingImported(_ record: String, _ message: String) throws {
    let good = (0..<600).map { #"{"localId":"user\#($0)","email":"user\#($0)@example.com"},"# }.joined()
    writeEmulatorExport(#"{"users":[\#(good)\#(record)]}"#)
    let accounts = saved + "/auth_export/accounts.json"
    tool.folder.write(
      Data(#"{"signIn":{"allowDuplicateEmails":true}}"#.utf8), to: "saved/auth_export/config.json")
    tool.folder.write(Data(#"{"users":[]}"#.utf8), to: "saved/auth_export/accounts-acme.json")
    let before = tool.run("local", "project", "get").output
    #expect(
      tool.run("local", "import", saved)
        == .init(
          65,
          errors: """
            error: cannot import \(accounts) \(message.replacing("FILE", with: accounts))
              Name the folder that the emulator exported to.

            """))
    #expect(tool.run("local", "users", "list").output == "")
    #expect(tool.run("local", "project", "get").output == before)
    #expect(tool.run("local", "tenant", "list").output == "")
    // What was there stays, too.
    writeEmulatorExport(#"{"users":[\#(good.dropLast())]}"#)
    #expect(tool.run("local", "import", saved).output == "Accounts imported from \(saved): 600.\n")
    #expect(
      tool.run("local", "project", "get", "signIn.allowDuplicateEmails").output == "false\n")
    #expect(tool.run("local", "tenant", "list").output == "acme\n")
  }

  @Test(arguments: [
    #"{"localId":"kim","email":"kim@example.com","mfaInfo":[{"mfaEnrollmentId":"f","phoneInfo":"+14155550101"}]}"#,
    #"{"localId":"kim","phoneNumber":"+14155550100","mfaInfo":[{"mfaEnrollmentId":"f","phoneInfo":"+14155550101"}]}"#,
    #"{"localId":"\#(String(repeating: "k", count: 200))"}"#,
  ])
  func whatAccountsCanBecomeIsImported(_ record: String) {
    writeEmulatorExport(#"{"users":[\#(record)]}"#)
    #expect(tool.run("local", "import", saved).output == "Accounts imported from \(saved): 1.\n")
    #expect(tool.run("local", "export", saved).status == 0)
    #expect(tool.run("local", "reset", "--yes").status == 0)
    #expect(tool.run("local", "import", saved).output == "Accounts imported from \(saved): 1.\n")
  }

  @Test func aFileOfNoTenantIsPassedOverAndATenantIsNotTheProject() {
    writeEmulatorExport(#"{"users":[{"localId":"kim"}]}"#)
    tool.folder.write(
      Data(#"{"users":[{"localId":"ghost"}]}"#.utf8), to: "saved/auth_export/accounts-.json")
    #expect(tool.run("local", "import", saved).output == "Accounts imported from \(saved): 1.\n")
    #expect(tool.run("local", "import", saved, "--tenant", "acme").status == 64)
    #expect(tool.run("local", "export", saved, "--tenant", "acme").status == 64)
  }

  @Test func aFileThatIsWrongIsNamedAndNothingImported() throws {
    writeEmulatorExport(#"{"users":[{"localId":"kim"},{"localId":"lee","email":5}]}"#)
    let accounts = saved + "/auth_export/accounts.json"
    let hint = "  Name the folder that the emulator exported to.\n"
    #expect(
      tool.run("local", "import", saved).errors
        == "error: \(accounts) is not what Firebase's emulator exports (users[1].email)\n\(hint)")
    writeEmulatorExport(#"{"users":[{"localId":"kim"}]}"#)
    // Of the tenants the first is as it should be, and the last is none.
    tool.folder.write(
      Data(#"{"users":[{"localId":"lee"}]}"#.utf8), to: "saved/auth_export/accounts-acme.json")
    tool.folder.write(Data(#"{"users":[]}"#.utf8), to: "saved/auth_export/accounts-b c.json")
    #expect(
      tool.run("local", "import", saved).errors
        == "error: cannot import \(saved)/auth_export/accounts-b c.json: INVALID_TENANT_ID\n\(hint)")
    unlink(saved + "/auth_export/accounts-b c.json")
    tool.folder.write(
      Data(#"{"hashAlgorithm":"ROT13","users":[{"localId":"lee"}]}"#.utf8),
      to: "saved/auth_export/accounts-acme.json")
    #expect(
      tool.run("local", "import", saved).errors.hasPrefix(
        "error: cannot import \(saved)/auth_export/accounts-acme.json: INVALID_HASH_ALGORITHM"))
    #expect(tool.run("local", "users", "list").output == "")
    #expect(tool.run("local", "tenant", "list").output == "")
  }

  @Test func accountsOfOtherBytesAreOthers() {
    writeEmulatorExport(#"{"users":[{"localId":"xK"},{"localId":"x\u212A"}]}"#)
    #expect(tool.run("local", "import", saved).status == 0)
    #expect(tool.run("local", "users", "list", "--json").json?["users"]?.array?.count == 2)
  }

  /// The later would take the place of the earlier, and the answer say two.
  @Test func anAccountThatComesTwiceIsRefused() {
    writeEmulatorExport(
      #"{"users":[{"localId":"kim","displayName":"a"},{"localId":"mo"},{"localId":"kim","displayName":"b"}]}"#
    )
    #expect(
      tool.run("local", "import", saved)
        == .init(
          65,
          errors: """
            error: cannot import \(saved)/auth_export/accounts.json users[2] (kim): DUPLICATE_LOCAL_ID
              Name the folder that the emulator exported to.

            """))
    #expect(tool.run("local", "users", "list").output == "")
  }

  @Test func aPathWithANULIsToldAsThat() {
    writeEmulatorExport(#"{"users":[]}"#)
    let metadata = saved + "/firebase-export-metadata.json"
    tool.folder.write(
      Data(#"{"auth":{"path":"auth_export\u0000/etc"}}"#.utf8), to: "saved/firebase-export-metadata.json")
    #expect(
      tool.run("local", "import", saved).errors.hasPrefix(
        "error: \(metadata) has a NUL in a path, which no file's name has\n"))
  }

  /// As it is told before it is read, no time and no memory goes.
  @Test func aFileThatIsTooLargeIsRefusedUnread() {
    writeEmulatorExport(#"{"users":[]}"#)
    let accounts = saved + "/auth_export/accounts.json"
    #expect(truncate(accounts, 2 << 30) == 0)
    #expect(
      tool.run("local", "import", saved).errors.hasPrefix("error: cannot read \(accounts) (File too large)\n")
    )
  }

  @Test func sessionsGoOnAfterAnImport() throws {
    tool.signIn()
    let state = try #require(tool.folder.text(of: "config/state.json"))
    let token = try #require(state.firstMatch(of: /"refresh_token": "([^"]*)"/)).output.1
    #expect(tool.run("local", "export", saved).status == 0)
    let sessions = try #require(tool.folder.text(of: "saved/auth_export/usher-sessions.json"))
    #expect(!sessions.contains(token) && sessions.contains("\"digest\""))
    #expect(mode(saved + "/auth_export/usher-sessions.json") == 0o600)
    #expect(tool.run("local", "reset", "--yes").status == 0)
    #expect(tool.run("token", "--refresh").status == 4)
    // The refused token ended the session; one that was exported before goes on.
    tool.folder.write(state, to: "config/state.json")
    #expect(tool.run("local", "import", saved).status == 0)
    #expect(tool.run("token", "--refresh").status == 0)
  }

  @Test func anExportNeverFollowsALink() {
    #expect(tool.run("local", "export", saved).status == 0)
    tool.folder.write(Data("mine".utf8), to: "elsewhere")
    unlink(saved + "/auth_export/accounts.json")
    symlink(tool.folder.path(of: "elsewhere"), saved + "/auth_export/accounts.json")
    #expect(tool.run("local", "export", saved).status == 0)
    #expect(FileManager.default.contents(atPath: tool.folder.path(of: "elsewhere")) == Data("mine".utf8))
  }
}
