import Essentials
import IdentityToolkit
import TestSupport
import Testing

@testable import UsherTool

/// `local export` of a file for `firebase auth:import`.
struct NewAccountFileTests {
  let tool = ToolHarness()

  private var path: String { tool.folder.path(of: "users.json") }

  private func users() throws -> [JSONValue] {
    let text = try #require(tool.folder.text(of: "users.json"))
    let file = try JSONValue(parsing: Data(text.utf8))
    return try #require(file["users"]?.array)
  }

  @Test func theFileHasTheMembersThatFirebasesToolTakesAndTheCommandFits() throws {
    let seed = """
      {"users":[{"uid":"kim","email":"kim@example.com","emailVerified":true,"password":"correct horse",
        "displayName":"Kim","customClaims":{"role":"tester"},
        "factors":[{"uid":"sms","phoneNumber":"+14155550101"},{"uid":"app","totpSecret":"JBSWY3DPEHPK3PXP"}]},
       {"uid":"mo","phoneNumber":"+14155550102","disabled":true}]}
      """
    #expect(tool.run("local", "seed", "-", input: seed).status == 0)
    let outcome = tool.run("local", "export", path)
    #expect(
      outcome
        == .init(
          0,
          output: """
            Accounts exported to \(path): 2.
            Import them into a project:
              firebase auth:import \(path) --hash-algo=STANDARD_SCRYPT --mem-cost=16384 --block-size=8 --parallelization=1 --dk-len=32

            """,
          errors: "Accounts that lose their second factors: 1.\n"))
    let users = try users()
    #expect(
      users.map { $0.members?.map(\.name) ?? [] } == [
        [
          "createdAt", "customAttributes", "disabled", "displayName", "email", "emailVerified", "localId",
          "mfaInfo", "passwordHash", "providerUserInfo", "salt",
        ],
        ["createdAt", "disabled", "emailVerified", "localId", "phoneNumber", "providerUserInfo"],
      ])
    #expect(users[0]["providerUserInfo"] == [])
    let factors = users[0]["mfaInfo"]?.array ?? []
    #expect(factors.map { $0["phoneInfo"] } == ["+14155550101"])
    #expect(factors[0].members?.map(\.name) == ["enrolledAt", "mfaEnrollmentId", "phoneInfo"])
    #expect(users[0]["customAttributes"] == #"{"role":"tester"}"#)
    // Firebase's tool takes standard base64 alone.
    let hash = try #require(users[0]["passwordHash"]?.string)
    #expect(Data(base64Encoded: hash)?.count == 32)
  }

  @Test func anAccountWithOtherHashParametersLosesItsPassword() throws {
    let upload = """
      {"hashAlgorithm":"SCRYPT","signerKey":"c2VjcmV0","saltSeparator":"Bw==","rounds":8,"memoryCost":14,"users":[
      {"localId":"a","email":"a@example.com","passwordHash":"-_-_","salt":"-_8="},
      {"localId":"b","email":"b@example.com","passwordHash":"BBBB"},
      {"localId":"c","email":"c@example.com","passwordHash":"CCCC",
       "passwordHashParameters":{"hashAlgorithm":"BCRYPT"},
       "providerUserInfo":[{"providerId":"google.com","rawId":"1","federatedId":"x","email":"c@example.com"},
                           {"providerId":"oidc.acme","rawId":"2"}]}]}
      """
    let file = NewAccountFile(try accounts(upload), named: "f.json")
    let text = try JSONValue(parsing: Data(file.text.utf8))
    #expect(
      text["users"]
        == [
          [
            "email": "a@example.com", "localId": "a", "passwordHash": "+/+/", "providerUserInfo": [],
            "salt": "+/8=",
          ],
          ["email": "b@example.com", "localId": "b", "passwordHash": "BBBB", "providerUserInfo": []],
          [
            "email": "c@example.com", "localId": "c",
            "providerUserInfo": [["email": "c@example.com", "providerId": "google.com", "rawId": "1"]],
          ],
        ])
    #expect(
      file.importCommand(for: "f.json") == [
        "firebase", "auth:import", "f.json", "--hash-algo=SCRYPT", "--hash-key=KEY", "--rounds=8",
        "--mem-cost=14",
        "--salt-separator=Bw==",
      ])
    #expect(
      file.omissions(tenants: 2) == [
        "Accounts that lose their password, which has other hash parameters: 1.",
        "Accounts that lose a provider: 1.", "Tenants that are not in the file: 2.",
      ])
    #expect(file.losses(tenants: 2) == AccountLosses(passwords: 1, providers: 1, tenants: 2))
  }

  /// Returns the accounts of an upload as the server lists them: each with its hash parameters.
  private func accounts(_ upload: String) throws -> [AccountRecord] {
    let parameters = try JSONValue(parsing: Data(upload.utf8)).hashMembers
    let request = try JSONDecoder().decode(BatchCreateAccounts.Request.self, from: Data(upload.utf8))
    return (request.users ?? []).map { user in
      var user = user
      user.passwordHashParameters = user.passwordHashParameters ?? parameters
      return user
    }
  }

  @Test func passwordsInPlainTextStayOut() throws {
    var kim = AccountRecord(localId: "kim")
    kim.passwordHash = "fakeHash:salt=fakeSaltX:password=correct horse"
    let file = NewAccountFile([kim], named: "f.json")
    #expect(file.text == "{\"users\": [\n{\"localId\":\"kim\",\"providerUserInfo\":[]}\n]}\n")
    #expect(file.importCommand(for: "f.json") == ["firebase", "auth:import", "f.json"])
  }

  @Test func aTableComesBackWithItsPasswordsAndCountsTheSecondFactors() throws {
    let seed = """
      {"users":[{"uid":"kim","email":"kim@example.com","emailVerified":true,"password":"correct horse",
        "displayName":"Kim, \\"K\\"",
        "providerData":[{"providerId":"apple.com","uid":"a1","email":"kim@icloud.com"}],
        "factors":[{"uid":"sms","phoneNumber":"+14155550101"}]}]}
      """
    #expect(tool.run("local", "seed", "-", input: seed).status == 0)
    let table = tool.folder.path(of: "users.csv")
    let counted = tool.run("local", "export", tool.folder.path(of: "counted.csv"), "--json")
    #expect(try counted.losses() == AccountLosses(secondFactors: 1))
    let exported = tool.run("local", "export", table)
    #expect(exported.errors == "Accounts that lose their second factors: 1.\n")
    #expect(exported.output.contains("\n  firebase auth:import \(table) --hash-algo=STANDARD_SCRYPT"))
    #expect(tool.run("local", "reset", "--yes").status == 0)
    let parameters = tool.file(
      "algorithm: STANDARD_SCRYPT, mem_cost: 16384, block_size: 8, parallelization: 1, dk_len: 32",
      named: "hash.txt")
    #expect(
      tool.run("local", "import", table, "--hash-parameters", parameters)
        == .init(0, output: "Accounts imported from \(table): 1.\n"))
    let user = tool.run("local", "users", "list", "--json").json?["users"]?.array?.first
    #expect(user?["display_name"] == "Kim, \"K\"")
    #expect(user?["providers"] == ["apple.com", "password"])
    let password = tool.file("correct horse\n", named: "password")
    let words = ["signin", "password", "--email", "kim@example.com", "--password-file", password]
    #expect(tool.run(words).status == 0)
  }

  @Test func theFileComesBackAndNoFileIsReplaced() throws {
    let seed = #"{"users":[{"uid":"mo","phoneNumber":"+14155550102"}]}"#
    #expect(tool.run("local", "seed", "-", input: seed).status == 0)
    let exported = tool.run("local", "export", path, "--json")
    #expect(exported.json?["file"] == .string(path))
    #expect(try exported.losses() == AccountLosses())
    #expect(exported.json?["import_command"] == ["firebase", "auth:import", .string(path)])
    let text = tool.folder.text(of: "users.json")
    #expect(tool.run("local", "reset", "--yes").status == 0)
    #expect(tool.run("local", "import", path).status == 0)
    let again = tool.run("local", "export", path)
    #expect(again.status == 73)
    #expect(tool.folder.text(of: "users.json") == text)
  }
}

extension JSONValue {
  fileprivate var hashMembers: JSONValue {
    .object((members ?? []).filter { $0.name != "users" })
  }
}
