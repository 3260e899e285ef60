import Crypto
import Essentials
import IdentityToolkit
import TestSupport
import Testing

struct LocalSeedTests {
  let tool = ToolHarness()

  private static let seed = """
    {"users":[
      {"uid":"kim","email":"kim@example.com","emailVerified":true,"password":"correct horse",
       "phoneNumber":"+14155550100","displayName":"Kim","customClaims":{"role":"tester"},
       "providers":[{"providerId":"google.com","uid":"g1"}],
       "factors":[{"phoneNumber":"+14155550101","displayName":"work"},
                  {"uid":"app","totpSecret":"JBSWY3DPEHPK3PXPJBSWY3DP"}]},
      {"uid":"mo","disabled":true}],
     "testPhoneNumbers":{"+16505550100":"482913"}}
    """

  private func seed(_ text: String = seed) -> ToolHarness.Outcome {
    tool.run("local", "seed", "-", input: text)
  }

  private var users: JSONValue? { tool.run("local", "users", "list", "--json").json?["users"] }

  @Test func theSameFileGivesTheSameUsersEachTime() {
    #expect(seed() == .init(0, output: "Users stored: 2; fictional numbers: 1.\n"))
    let first = users
    #expect(first?.array?.map { $0["uid"] } == ["kim", "mo"])
    #expect(first?.array?.first?["claims"] == ["role": "tester"])
    #expect(first?.array?.first?["mfa"]?.array?.map { $0["id"] } == ["kim-factor1", "app"])
    #expect(first?.array?.first?["providers"] == ["phone", "google.com", "password"])
    #expect(first?.array?.last?["disabled"] == true)
    #expect(
      tool.run("local", "test-number", "list").lines == ["+16505550100  482913", "+16505553434  654321"])
    #expect(seed().status == 0)
    #expect(users?.array?.count == 2)
    #expect(users?.array?.first?["claims"] == first?.array?.first?["claims"])
    #expect(users?.array?.first?["mfa"]?.array?.map { $0["id"] } == ["kim-factor1", "app"])
  }

  @Test func aSeededUserSignsInWithPasswordAndSecret() {
    #expect(seed().status == 0)
    tool.folder.write(Data("correct horse\n".utf8), to: "password")
    let pending = tool.run(
      "signin", "password", "--email", "kim@example.com", "--password-file",
      tool.folder.path(of: "password"), "--json")
    #expect(pending.status == 3)
    let app = TOTP(secret: Base32.decode("JBSWY3DPEHPK3PXPJBSWY3DP") ?? [])
    let code = app.code(at: Int64(tool.clock.now.timeIntervalSince1970))
    let signedIn = tool.run("confirm-code", code, "--factor", "app", "--json")
    #expect(signedIn.json?["account"]?["uid"] == "kim")
  }

  @Test(arguments: [
    ("users", "standard input is not JSON"), ("[]", "standard input is not an object"),
    (#"{"user":[]}"#, "standard input has user, which no seed has; did you mean users?"),
    (#"{"tenants":[]}"#, "standard input has tenants, which no seed has"),
    (#"{"users":{}}"#, "users of standard input is not a list"),
    (#"{"users":[{"email":"kim@example.com"}]}"#, "users[0] has no uid"),
    (#"{"users":[{"uid":"a","emial":"x"}]}"#, "users[0] has emial, which no seed has; did you mean email?"),
    (#"{"users":[{"uid":"a","disabled":"no"}]}"#, "disabled of users[0] is not true or false"),
    (#"{"users":[{"uid":"a"},{"uid":"a"}]}"#, "standard input has two users with the uid a"),
    (
      #"{"users":[{"uid":"a","factors":[{}]}]}"#,
      "users[0].factors[0] needs a phoneNumber or a totpSecret"
    ),
    (#"{"testPhoneNumbers":{"+16505550100":482913}}"#, "testPhoneNumbers is a map of numbers to codes"),
  ])
  func whatIsNotUnderstoodIsRefusedAndNothingStored(_ text: String, _ message: String) {
    let outcome = seed(text)
    #expect(
      outcome == .init(65, errors: "error: \(message)\nhint: see: usher local seed --help\n"))
    #expect(users == [])
  }

  @Test func aUserThatTheServerCannotStoreIsNamed() {
    let outcome = seed(#"{"users":[{"uid":"a","email":"x"},{"uid":"b"}]}"#)
    #expect(
      outcome
        == .init(65, errors: "error: not every user could be stored (a: email is invalid)\n"))
    #expect(users?.array?.map { $0["uid"] } == ["b"])
  }
}
