import Essentials
import IdentityToolkit
import TestSupport
import Testing

struct UserShowTests {
  let tool = ToolHarness()

  private func users(_ words: String...) -> ToolHarness.Outcome {
    tool.run(["local", "users"] + words)
  }

  private static let seed = """
    {"users":[{"uid":"kim","email":"kim@example.com","emailVerified":true,"phoneNumber":"+14155550100",
      "displayName":"Kim","photoURL":"https://example.com/kim.png","customClaims":{"role":"tester"},"disabled":true,
      "factors":[{"uid":"sms","phoneNumber":"+14155550101","displayName":"work"},
      {"uid":"app","totpSecret":"JBSWY3DPEHPK3PXPJBSWY3DP"}]},{"uid":"mo"}]}
    """

  @Test func anAccountIsShownWithAllItsFactors() {
    #expect(tool.run("local", "seed", "-", input: Self.seed).status == 0)
    let shown = users("show", "kim")
    #expect(
      shown.output == """
        uid        kim
        email      kim@example.com, verified
        phone      +14155550100
        name       Kim
        photo      https://example.com/kim.png
        providers  phone
        claims     {"role":"tester"}
        disabled   yes
        factor     SMS to +1******0101 "work", id sms
        factor     authenticator app, id app
        created    \(tool.clock.wallTime())

        """)
    for name in ["kim@example.com", "+1 415-555-0100"] { #expect(users("show", name) == shown) }
    #expect(users("show", "mo").lines.first == "uid        mo")
    let json = users("show", "kim", "--json").json
    #expect(json?["uid"] == "kim")
    #expect(json?["email_verified"] == true)
    #expect(json?["photo_url"] == "https://example.com/kim.png")
    #expect(json?["claims"] == ["role": "tester"])
    #expect(json?["mfa"]?.array?.map { $0["id"] } == ["sms", "app"])
    #expect(json?["created_at"] == "2027-01-15T08:00:00Z")
    #expect(users("show", "kim", "--field", "mfa.0.id").output == "sms\n")
  }

  @Test func anAccountIsChanged() {
    tool.folder.write(Data("correct horse\n".utf8), to: "password")
    let password = tool.folder.path(of: "password")
    #expect(users("add", "--uid", "kim").status == 0)
    #expect(
      users(
        "update", "kim", "--email", "kim@example.com", "--email-verified", "--phone", "+1 415-555-0100",
        "--display-name", "Kim", "--password-file", password) == .init(0, output: "Changed kim.\n"))
    #expect(
      Array(users("show", "kim").lines.prefix(5)) == [
        "uid        kim", "email      kim@example.com, verified", "phone      +14155550100", "name       Kim",
        "providers  phone, password",
      ])
    #expect(
      tool.run("signin", "password", "--email", "kim@example.com", "--password-file", password).status == 0)
    #expect(users("update", "kim@example.com", "--no-email-verified").status == 0)
    #expect(users("show", "kim").lines[1] == "email      kim@example.com, not verified")
    #expect(users("show", "kim").lines[3] == "name       Kim")
  }

  @Test func whatCannotBeMeantChangesNothing() {
    tool.folder.write(Data("correct horse\n".utf8), to: "password")
    #expect(users("add", "--uid", "kim").status == 0)
    #expect(users("update", "kim").status == 64)
    #expect(users("update", "kim", "--email-verified", "--no-email-verified").status == 64)
    #expect(users("update", "kim", "--password-file", tool.folder.path(of: "password")).status == 64)
    #expect(users("update", "kim", "--phone", "1").status == 65)
    #expect(users("update", "kim", "--email", "no address").status == 65)
    #expect(users("update", "mo", "--display-name", "Mo").status == 65)
    #expect(users("list").lines == ["kim"])
  }
}
