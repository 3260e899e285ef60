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
    #expect(first?.array?.first?["providers"] == ["google.com", "phone", "password"])
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
    (#"{"tenant":[]}"#, "standard input has tenant, which no seed has; did you mean tenants?"),
    (#"{"tenants":{}}"#, "tenants of standard input is not a list"),
    (#"{"tenants":[{"id":"acme"}]}"#, "tenants[0] has no displayName"),
    (
      #"{"tenants":[{"displayName":"acme","disabled":true}]}"#, "tenants[0] has disabled, which no seed has"
    ),
    (
      #"{"tenants":[{"displayName":"acme","mfaConfig":{"on":true}}]}"#,
      "tenants[0].mfaConfig.on is nothing that a tenant has"
    ),
    (#"{"tenants":[{"displayName":"acme","users":[{}]}]}"#, "tenants[0].users[0] has no uid"),
    (
      #"{"tenants":[{"displayName":"acme","users":[{"uid":"a"},{"uid":"a"}]}]}"#,
      "tenants[0] has two users with the uid a"
    ),
    (
      #"{"tenants":[{"displayName":"acme"},{"displayName":"acme"}]}"#,
      "standard input has two tenants with the displayName acme"
    ),
    (
      #"{"tenants":[{"id":"a","displayName":"acme"},{"id":"a","displayName":"other"}]}"#,
      "standard input has two tenants with the id a"
    ),
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
      outcome == .init(65, errors: "error: \(message)\n  see the format:  usher local seed --help\n"))
    #expect(users == [])
  }

  private static let tenants = """
    {"users":[{"uid":"kim"}],
     "tenants":[
      {"id":"acme","displayName":"acme-corp","allowPasswordSignup":false,"disableAuth":true,
       "testPhoneNumbers":{"+16505550100":"482913"},
       "users":[{"uid":"lee","email":"lee@example.com","password":"correct horse"},{"uid":"kim"}]},
      {"displayName":"other","users":[{"uid":"mo"}]}]}
    """

  private func users(of tenant: String) -> [JSONValue?] {
    tool.run("local", "users", "list", "--tenant", tenant, "--json").json?["users"]?.array?.map { $0["uid"] }
      ?? []
  }

  @Test func theSameFileGivesTheSameTenantsEachTime() throws {
    let said = ToolHarness.Outcome(0, output: "Users stored: 4; fictional numbers: 0; tenants: 2.\n")
    #expect(seed(Self.tenants) == said)
    let tenants = tool.run("local", "tenant", "list").lines
    let other = try #require(tenants.last?.split(separator: " ").first.map(String.init))
    #expect(tenants == ["acme  acme-corp", "\(other)  other"])
    #expect(seed(Self.tenants) == said)
    #expect(tool.run("local", "tenant", "list").lines == tenants)
    #expect(users?.array?.map { $0["uid"] } == ["kim"])
    #expect(users(of: other) == ["mo"])
    for (name, value) in [
      ("disableAuth", "true"), ("allowPasswordSignup", "false"), ("enableEmailLinkSignin", "true"),
      ("testPhoneNumbers", #"{"+16505550100":"482913"}"#),
    ] {
      let shown = tool.run("local", "project", "get", name, "--tenant", "acme", "--json").json
      #expect(shown?["value"] == json(value))
    }
    // What the file leaves to itself is as it was made.
    #expect(tool.run("local", "project", "get", "allowPasswordSignup", "--tenant", other).output == "true\n")
  }

  @Test func anExportHasTheTenantsOfASeed() throws {
    // An export tells a tenant by its id.
    let tenants = Self.tenants.replacing(#""displayName":"other""#, with: #""id":"o","displayName":"other""#)
    #expect(seed(tenants).status == 0)
    let saved = tool.folder.path(of: "saved")
    #expect(tool.run("local", "export", saved) == .init(0, output: "Accounts exported to \(saved): 4.\n"))
    #expect(tool.run("local", "reset", "--yes").status == 0)
    #expect(tool.run("local", "import", saved) == .init(0, output: "Accounts imported from \(saved): 4.\n"))
    #expect(users(of: "acme") == ["kim", "lee"])
    // A seed beside them meets the accounts again, in a tenant that is disabled, too.
    #expect(seed(tenants).status == 0)
    #expect(tool.run("local", "export", saved).status == 0)
    #expect(tool.run("local", "import", saved) == .init(0, output: "Accounts imported from \(saved): 4.\n"))
  }

  @Test func aUserOfATenantThatTheServerCannotStoreIsNamed() {
    #expect(
      seed(#"{"tenants":[{"displayName":"acme","users":[{"uid":"a","email":"x"}]}]}"#)
        == .init(65, errors: "error: not every user could be stored (acme/a: email is invalid)\n"))
  }

  @Test func aUserThatTheServerCannotStoreIsNamed() {
    let outcome = seed(#"{"users":[{"uid":"a","email":"x"},{"uid":"b"}]}"#)
    #expect(
      outcome
        == .init(65, errors: "error: not every user could be stored (a: email is invalid)\n"))
    #expect(users?.array?.map { $0["uid"] } == ["b"])
  }
}
