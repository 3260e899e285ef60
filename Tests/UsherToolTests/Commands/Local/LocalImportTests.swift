import Essentials
import IdentityToolkit
import TestSupport
import Testing

@testable import UsherTool

/// `local import` of a file that `firebase auth:export` wrote.
struct LocalImportTests {
  let tool = ToolHarness()

  // Firebase's own example of its algorithm.
  private static let parameters = """
    hash_config {
      algorithm: SCRYPT,
      base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
      base64_salt_separator: Bw==,
      rounds: 8,
      mem_cost: 14,
    }
    """
  private static let users = """
    {"users": [
    {
      "localId": "kim",
      "email": "user1@example.com",
      "emailVerified": true,
      "passwordHash": "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
      "salt": "42xEC+ixf3L2lw==",
      "lastSignedInAt": "1700000100000",
      "createdAt": "1700000000000",
      "customAttributes": "{\\"role\\":\\"tester\\"}",
      "providerUserInfo": []
    },
    {
      "localId": "mo",
      "phoneNumber": "+14155550100",
      "createdAt": "1700000000000",
      "disabled": true,
      "providerUserInfo": []
    }]}
    """

  private func file(_ text: String, _ name: String = "users.json") -> String {
    tool.file(text, named: name)
  }

  @Test func usersOfAProjectSignInWithTheirPasswords() throws {
    let path = file(Self.users)
    let outcome = tool.run("local", "import", path, "--hash-parameters", file(Self.parameters, "hash.txt"))
    #expect(outcome == .init(0, output: "Accounts imported from \(path): 2.\n"))
    let password = file("user1password\n", "password")
    let signIn = tool.run(
      "signin", "password", "--email", "user1@example.com", "--password-file", password, "--json")
    #expect(signIn.json?["account"]?["uid"] == "kim")
    #expect(signIn.json?["account"]?["created_at"] == "2023-11-14T22:13:20Z")
    #expect(tool.run("token", "--claims", "--field", "claims.role").output == "tester\n")
    let wrong = file("user2password\n", "wrong")
    #expect(
      tool.run("signin", "password", "--email", "user1@example.com", "--password-file", wrong).status == 5)
  }

  @Test func theLastSignInIsKept() throws {
    let words = ["local", "import", file(Self.users), "--hash-parameters", "-"]
    #expect(tool.run(words, input: Self.parameters).status == 0)
    let saved = tool.folder.path(of: "saved")
    #expect(tool.run("local", "export", saved).status == 0)
    let accounts = try JSONDecoder().decode(
      JSONValue.self, from: Data((tool.folder.text(of: "saved/auth_export/accounts.json") ?? "").utf8))
    #expect(accounts["users"]?.array?.map { $0["lastLoginAt"] } == ["1700000100000", nil])
    #expect(accounts["users"]?.array?.map { $0["disabled"] } == [nil, true])
  }

  @Test func withoutParametersTheAccountsHaveNoPasswords() throws {
    let path = file(Self.users)
    #expect(
      tool.run("local", "import", path)
        == .init(
          0, output: "Accounts imported from \(path): 2.\n",
          errors: "Accounts without their password, because --hash-parameters is missing: 1.\n"))
    let password = file("user1password\n", "password")
    let words = ["signin", "password", "--email", "user1@example.com", "--password-file", password]
    #expect(tool.run(words).status == 5)
    #expect(try tool.run("local", "import", path, "--json").losses() == AccountLosses(passwords: 1))
    // An administrator of the local server gets the same.
    #expect(
      tool.run("project", "users", "import", path)
        == .init(
          0, output: "Accounts imported from \(path): 2.\n",
          errors: "Accounts without their password, because --hash-parameters is missing: 1.\n"))
    let hidden = file(
      #"{"users":[{"localId":"lee","email":"lee@example.com","passwordHash":"UkVEQUNURUQ=","salt":"YQ=="}]}"#,
      "hidden.json")
    #expect(
      tool.run("local", "import", hidden, "--hash-parameters", "-", input: Self.parameters).errors
        == "Accounts without their password, because the caller may not see the hashes: 1.\n")
  }

  @Test func anArrayOfUsersIsImported() {
    let other = file(#"[{"localId":"mo","phoneNumber":"+14155550100"}]"#, "other.json")
    #expect(tool.run("local", "import", other) == .init(0, output: "Accounts imported from \(other): 1.\n"))
    #expect(tool.run("local", "users", "list", "--json").json?["users"]?.array?.map { $0["uid"] } == ["mo"])
  }

  @Test func parametersAreForAFileOnly() {
    let saved = tool.folder.path(of: "saved")
    #expect(tool.run("local", "export", saved).status == 0)
    #expect(
      tool.run("local", "import", saved, "--hash-parameters", "-", input: Self.parameters)
        == .init(
          64,
          errors: """
            error: --hash-parameters is for a file of firebase auth:export, and this is a folder
            usage: usher local import [options] PATH
              see the options:  usher local import --help

            """))
  }

  @Test(arguments: [
    (
      "algorithm: SCRYPT", "algorithm: ROT13",
      "the algorithm in standard input is not one that Firebase takes"
    ),
    ("algorithm: SCRYPT,\n  base64_signer_key", "key", "standard input has no algorithm"),
    ("base64_signer_key", "key", "standard input has no base64_signer_key"),
    ("rounds: 8", "rounds: many", "rounds in standard input is not a number"),
    ("rounds: 8", "rounds: 9", "rounds in standard input is not 1 to 8"),
    ("Bw==", "B?==", "base64_salt_separator in standard input is not base64"),
    ("rounds: 8", "rounds: 8, rounds: 7", "standard input has two values for rounds"),
    ("mem_cost: 14", "mem_cost:", "standard input has no mem_cost"),
  ])
  func parametersThatAreWrongAreNamed(_ good: String, _ bad: String, _ message: String) {
    let words = ["local", "import", file(Self.users), "--hash-parameters", "-"]
    #expect(
      tool.run(words, input: Self.parameters.replacing(good, with: bad))
        == .init(
          65,
          errors: """
            error: \(message)
              Save the text that the Firebase console shows under Authentication > Users > Password hash parameters.

            """))
    #expect(tool.run("local", "users", "list").output == "")
  }

  /// Four lines that guides print, and CSV.
  @Test func theParametersOfGuidesAndTheOldTableAreRead() {
    let table = file(
      "kim,user1@example.com,true,lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="
        + ",42xEC+ixf3L2lw==,,,,,,,,,,,,,,,,,,,1700000000000,1700000100000,,false,,\n", "users.csv")
    let lines = Self.parameters.split(separator: "\n").dropFirst(2).dropLast()
      .map { $0.drop { $0 == " " }.dropLast() }.joined(separator: "\n")
    #expect(
      tool.run("local", "import", table, "--hash-parameters", "-", input: lines)
        == .init(0, output: "Accounts imported from \(table): 1.\n"))
    let password = file("user1password\n", "password")
    let words = ["signin", "password", "--email", "user1@example.com", "--password-file", password]
    #expect(tool.run(words).status == 0)
  }

  /// The hash is an example of Supabase's own tests.
  @Test func usersOfAnotherServiceKeepTheirPasswordsAndWhatIsLostIsCounted() throws {
    let key = "ou9tdYTGyYm8kuR6Dt0Bp0kDuAYoXrK16mbZO4yGwAn3oLspjnN0/c41v8xZnO1n14J3MjKj1b2g6AUCAlFwMw=="
    let hash = "zKVTMvnWVw5BBOZNUdnsalx4c4c7y/w7IS5p6Ut2+CfEFFlz37J9huyQfov4iizN8dbjvEJlM5tQaJP84+hfTw=="
    let table = file(
      """
      id,email,encrypted_password,raw_app_meta_data
      a,ada@example.com,"$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=\(key)$C0sHCg9ek77hsg==$\(hash)",
      b,bob@example.com,,"{""providers"":[""google""],""role"":""x""}"

      """, "users.csv")
    #expect(
      tool.run("local", "users", "import", table, "--from", "supabase")
        == .init(
          0, output: "Accounts imported from \(table): 2.\n",
          errors: """
            Accounts without a password, whose users have to reset it: 1.
            Accounts that lose a provider: 1.
            Accounts that lose their metadata: 1.

            """))
    let counted = tool.run("local", "users", "import", table, "--from", "supabase", "--json")
    #expect(try counted.losses() == AccountLosses(passwords: 1, providers: 1, metadata: 1))
    let password = file("mytestpassword\n", "password")
    #expect(
      tool.run("signin", "password", "--email", "ada@example.com", "--password-file", password).status == 0)
    #expect(tool.run("local", "users", "import", table, "--from", "okta").status == 64)
    #expect(tool.run("local", "users", "import", table, "--passwords-file", table).status == 64)
    let profile = file(#"{"user_id":"auth0|7","email":"eve@example.com","email_verified":true,"name":"Eve"}"#)
    let bcrypt = "$2b$10$U4C0ZY8OG8y41F9LusfKyu3HRMBL0rCZcKBVsXhgr.n8Ou6FPhzO2"
    let hashes = file(
      #"{"_id":{"$oid":"7"},"email":"eve@example.com","passwordHash":"\#(bcrypt)"}"#, "hashes.json")
    #expect(
      tool.run("local", "users", "import", profile, "--from", "auth0", "--passwords-file", hashes)
        == .init(0, output: "Accounts imported from \(profile): 1.\n"))
    let stranger = #"{"_id":{"$oid":"8"},"passwordHash":"\#(bcrypt)"}"#
    let more = file((tool.folder.text(of: "hashes.json") ?? "") + "\n" + stranger, "more.json")
    let words = ["local", "users", "import", profile, "--from", "auth0", "--passwords-file"]
    #expect(
      tool.run(words + [more])
        == .init(
          0, output: "Accounts imported from \(profile): 1.\n",
          errors: "Password hashes of nobody in the file: 1.\n"))
    #expect(try tool.run(words + [more, "--json"]).losses() == AccountLosses(unmatchedHashes: 1))
    let strange = file(stranger, "strange.json")
    #expect(
      tool.run(words + [strange])
        == .init(65, errors: "error: no password hash in \(strange) belongs to a user in \(profile)\n"))
    let eve = tool.run("local", "users", "show", "eve@example.com", "--json").json
    #expect(eve?["display_name"] == "Eve" && eve?["providers"] == ["password"], "\(eve ?? .null)")
  }

  @Test(arguments: ["{", "[]", "{}", #"{"users":[]}"#, #"{"users":[{"localId":5}]}"#])
  func aFileThatHasNoUsersIsRefused(_ text: String) {
    #expect(tool.run("local", "import", file(text)).status == 65)
  }
}

extension ToolHarness.Outcome {
  /// The member `losses` of a result as JSON.
  func losses() throws -> AccountLosses {
    let losses = try #require(json?["losses"])
    return try JSONDecoder().decode(AccountLosses.self, from: Data(losses.text.utf8))
  }
}
