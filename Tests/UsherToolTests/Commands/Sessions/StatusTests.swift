import Essentials
import IdentityToolkit
import TestSupport
import Testing

struct StatusTests {
  let tool = ToolHarness()

  @Test func nobodyIsSignedInAtFirst() {
    #expect(
      tool.run("status")
        == .init(
          0,
          output: """
            Session  default (in use)
            Who      no user is signed in
            Where    local server, project demo-usher (by default)
            Waiting  nothing

            """))
    #expect(
      tool.run("status", "--json").json
        == json(
          """
          {"v":1,"command":"status","status":"ok","profile":"local","endpoint":"local","project":"demo-usher",
          "tenant":null,"source":"default","session":"default","places":[{"profile":"local","endpoint":"local",
          "project":"demo-usher","tenant":null,"sessions":[],"pending":[]}],"warnings":[]}
          """))
  }

  @Test func sessionsAndStepsAreShown() {
    let uid = tool.signIn().json?["account"]?["uid"]?.string ?? ""
    tool.run("verify-phone", "+16505550199", "--as", "alice")
    #expect(
      tool.run("status")
        == .init(
          0,
          output: """
            Session  alice
            Who      no user is signed in
            Where    local server, project demo-usher (by default)
            Waiting  p2: code sent to +16505550199, until \(tool.clock.wallTime(in: 600))

            Session  default (in use)
            Who      +16505550123 (uid \(uid))
            Where    local server, project demo-usher (by default)
            Until    you sign out (usher renews the token when needed)
            Waiting  nothing

            """))
    #expect(
      tool.run("status", "--json").steadyJSON?["places"]
        == json(
          """
          [{"profile":"local","endpoint":"local","project":"demo-usher","tenant":null,"sessions":[
          {"name":"default","current":true,"account":{"uid":"<uid>","email":null,"email_verified":false,
          "phone":"+16505550123","display_name":null,"photo_url":null,"is_anonymous":false,"providers":["phone"],
          "provider_data":[{"provider":"phone","id":"+16505550123","email":null,"phone":"+16505550123",
          "display_name":null,"photo_url":null}],"mfa":[],"passkeys":[],
          "created_at":"2027-01-15T08:00:00Z","last_sign_in_at":"2027-01-15T08:00:00Z"},
          "session":{"expires_at":"2027-01-15T09:00:00Z","signed_in_at":"2027-01-15T08:00:00Z",
          "sign_in_provider":"phone","second_factor":null}}],
          "pending":[{"id":"p2","kind":"phone-signin","session":"alice","phone":"+16505550199",
          "verification_id":"<verification_id>","expires_at":"2027-01-15T08:10:00Z",
          "resend_after":"2027-01-15T08:01:00Z"}]}]
          """))
    tool.clock.advance(600)
    #expect(
      tool.run("status").output.contains("\nWaiting  p2: code sent to +16505550199, expired\n"))
  }

  @Test func allShowsEveryPlace() {
    tool.signIn()
    tool.run("verify-phone", "+16505550199", "--endpoint", "local", "--project", "demo-other")
    #expect(tool.run("status", "--field", "places").output.contains("demo-other") == false)
    #expect(tool.run("status").output.contains("demo-other") == false)
    #expect(
      tool.run("status", "--all").output.hasSuffix(
        """

        Session  default
        Who      no user is signed in
        Where    local server, project demo-other
        Waiting  p2: code sent to +16505550199, until \(tool.clock.wallTime(in: 600))

        """))
    let places = tool.run("status", "--all", "--json").json?["places"]?.array ?? []
    #expect(places.map { $0["project"] } == ["demo-usher", "demo-other"])
  }

  @Test func whoIsSignedInIsKnownOffline() {
    let uid = tool.signIn().json?["account"]?["uid"]?.string ?? ""
    tool.run("local", "reset", "--yes")
    tool.clock.advance(1_000_000)
    #expect(
      tool.run("whoami") == .init(0, output: "+16505550123 (uid \(uid), local server; providers: phone)\n"))
    #expect(
      tool.run("whoami", "--json").steadyJSON
        == json(
          """
          {"v":1,"command":"whoami","status":"ok","profile":"local","endpoint":"local",
          "account":{"uid":"<uid>","email":null,"email_verified":false,"phone":"+16505550123",
          "display_name":null,"photo_url":null,"is_anonymous":false,"providers":["phone"],
          "provider_data":[{"provider":"phone","id":"+16505550123","email":null,"phone":"+16505550123",
          "display_name":null,"photo_url":null}],"mfa":[],"passkeys":[],
          "created_at":"2027-01-15T08:00:00Z","last_sign_in_at":"2027-01-15T08:00:00Z"},
          "session":{"expires_at":"2027-01-15T09:00:00Z","signed_in_at":"2027-01-15T08:00:00Z",
          "sign_in_provider":"phone","second_factor":null},"source":"saved","warnings":[]}
          """))
    #expect(tool.run("whoami", "--claims", "--field", "claims.phone_number").output == "+16505550123\n")
  }

  @Test func aSignInThatWaitsIsSaidToWhoIsNotSignedIn() {
    tool.run("verify-phone", ToolHarness.number)
    let command = "usher confirm-code --pending p1"
    #expect(
      tool.run("whoami")
        == .init(
          4,
          errors: "error: no user is signed in\n  finish the pending sign-in:  \(command)\n"))
    tool.run("send-link", ToolHarness.email, "--as", "bob")
    #expect(tool.run("token", "--as", "bob").errors.hasSuffix("usher complete-link --pending p2 --as bob\n"))
    tool.clock.advance(86_400)
    #expect(tool.run("whoami").errors.hasSuffix("  sign in:  usher signin\n"))
  }

  @Test func whoIsMissingIsSaid() {
    let hint = "\n  sign in:  usher signin"
    #expect(tool.run("whoami") == .init(4, errors: "error: no user is signed in\(hint)\n"))
    #expect(
      tool.run("whoami", "--as", "bob")
        == .init(4, errors: "error: no user is signed in as 'bob'\(hint) --as bob\n"))
    tool.signIn(as: "alice")
    #expect(
      tool.run("whoami")
        == .init(
          4,
          errors:
            "error: no user is signed in\n  These sessions are signed in here: alice.\n  Use one of them, such as --as alice.\n"
        ))
    tool.signIn(as: "bob")
    #expect(
      tool.run("whoami").errors
        == """
        error: no user is signed in
          These sessions are signed in here: alice, bob.
          Use one of them, such as --as alice.

        """)
  }
}
