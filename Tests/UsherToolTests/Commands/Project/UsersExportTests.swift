import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@testable import UsherTool

/// `project users export` in the formats of `firebase auth:export`.
struct UsersExportTests {
  let tool = ToolHarness()

  /// Exports the accounts of a stand-in for Google's service.
  private func export(_ words: String...) throws -> ToolHarness.Outcome {
    let google = try GoogleStandIn(tool.clock)
    tool.network = google
    tool.environment["USHER_ACCESS_TOKEN"] = "ya29.token"
    google.answer { request in
      request.path.hasSuffix("accounts:batchGet") ? .json(Self.page) : nil
    }
    return tool.run(
      ["project", "users", "export"] + words + ["--endpoint", "production", "--project", "my-app"])
  }

  private static let page = """
    {"kind":"identitytoolkit#DownloadAccountResponse",
     "users":[{"localId":"kim","email":"kim@example.com","emailVerified":true,"passwordHash":"-_-_","salt":"-_8=",
      "version":0,"validSince":"1700000000","lastLoginAt":"5","passwordUpdatedAt":1700000000000,
      "initialEmail":"old@example.com","lastRefreshAt":"2023-11-14T22:13:20Z","customAuth":true,
      "mfaInfo":[{"mfaEnrollmentId":"sms","phoneInfo":"+14155550101","enrolledAt":"2023-11-14T22:13:20Z"},
                 {"mfaEnrollmentId":"app","totpInfo":{}}],
      "providerUserInfo":[{"providerId":"password","rawId":"kim@example.com","federatedId":"kim@example.com"},
        {"providerId":"apple.com","rawId":"a1","federatedId":"a1"},{"providerId":"oidc.acme","rawId":"2"}]},
     {"localId":"lee","passwordHash":"AAAA","salt":"AAAA","version":2}]}
    """

  @Test func aFileForFirebasesToolHasTheKeysThatItAllows() throws {
    let path = tool.folder.path(of: "users.json")
    #expect(
      try export(path, "--format", "firebase")
        == .init(
          0, output: "Accounts exported to \(path): 2.\n",
          errors: """
            Accounts without their password, because the service does not say how it was hashed: 1.
            Accounts that lose their second factors: 1.
            Accounts that lose a provider: 1.

            """))
    let counted = try export(tool.folder.path(of: "counted.json"), "--format", "firebase", "--json")
    #expect(try counted.losses() == AccountLosses(passwords: 1, providers: 1, secondFactors: 1))
    let kim: JSONValue = [
      "localId": "kim", "email": "kim@example.com", "emailVerified": true, "passwordHash": "+/+/",
      "salt": "+/8=", "lastSignedInAt": "5",
      "providerUserInfo": [["providerId": "apple.com", "rawId": "a1"]],
      "mfaInfo": [
        ["mfaEnrollmentId": "sms", "phoneInfo": "+14155550101", "enrolledAt": "2023-11-14T22:13:20Z"]
      ],
    ]
    let file = JSONValue(json: tool.folder.text(of: "users.json") ?? "")
    let expected: JSONValue = ["users": [kim, ["localId": "lee", "providerUserInfo": []]]]
    #expect(file == JSONValue(json: expected.text))
  }

  @Test func theNameAsksForATable() throws {
    let path = tool.folder.path(of: "users.CSV")
    let outcome = try export(path)
    #expect(outcome.errors.contains("Accounts that lose their second factors: 1.\n"), "\(outcome)")
    let commas = { (count: Int) in String(repeating: ",", count: count) }
    #expect(
      tool.folder.text(of: "users.CSV")
        == "kim,kim@example.com,true,+/+/,+/8=\(commas(20))5\(commas(4))a1\(commas(24))\nlee,,false\(commas(50))\n"
    )
  }

  @Test func withoutAFormatNothingIsLost() throws {
    let path = tool.folder.path(of: "users.json")
    let outcome = try export(path)
    #expect(outcome.errors.contains("an authenticator app whose secret the service hides: 1.\n"))
    let kim = JSONValue(json: tool.folder.text(of: "users.json") ?? "")?["users"]?.array?.first
    #expect(kim?["validSince"] == "1700000000")
    #expect(
      kim?["providerUserInfo"]?.array?.map { $0["providerId"] } == ["password", "apple.com", "oidc.acme"])
  }

  @Test func whatDoesNotGoTogetherIsRefused() throws {
    #expect(try export(tool.folder.path(of: "users.csv"), "--format", "usher").status == 64)
    // A local server knows the hash parameters of each account.
    let outcome = tool.run("project", "users", "export", "users.csv")
    #expect(outcome.status == 64 && outcome.errors.contains("usher local export users.csv"), "\(outcome)")
  }
}
