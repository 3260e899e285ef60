import Essentials
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

/// Accounts with a password, and where passwords come from.
struct PasswordTests {
  let tool = ToolHarness()

  @Test func anAccountIsMadeAndSignedInTo() {
    let made = tool.signUp()
    #expect(
      made.steadyJSON
        == json(
          """
          {"v":1,"command":"signup","status":"ok","profile":"local","endpoint":"local",
          "account":{"uid":"<uid>","email":"kim@example.com","email_verified":false,"phone":null,
          "display_name":null,"photo_url":null,"is_anonymous":false,"providers":["password"],
          "provider_data":[{"provider":"password","id":"kim@example.com","email":"kim@example.com","phone":null,
          "display_name":null,"photo_url":null}],
          "mfa":[],"passkeys":[],
          "created_at":"2027-01-15T08:00:00Z","last_sign_in_at":"2027-01-15T08:00:00Z"},
          "session":{"expires_at":"2027-01-15T09:00:00Z","signed_in_at":"2027-01-15T08:00:00Z",
          "sign_in_provider":"password","second_factor":null},"created":true,"warnings":[]}
          """))
    tool.run("signout")
    let again = tool.signInByPassword()
    #expect(again.json?["account"] == made.json?["account"])
    #expect(again.json?["created"] == false)
  }

  @Test func aPersonIsAskedForAddressAndPassword() {
    let up = ScriptedTerminal(answers: [
      "kim@example.com", .line(ToolHarness.password), .line(ToolHarness.password),
    ])
    #expect(
      tool.run("signup", terminal: up)
        == .init(0, output: "Signed in as kim@example.com (uid \(tool.uid() ?? ""), local server).\n"))
    #expect(
      up.events.suffix(4) == [
        .asked("E-mail address: ", within: .seconds(600)),
        .said("Choose a password for kim@example.com."),
        .askedSecret("New password: ", within: .seconds(600)),
        .askedSecret("Type it again: ", within: .seconds(600)),
      ])
    let terminal = ScriptedTerminal(answers: ["kim@example.com", .line(ToolHarness.password)])
    let outcome = tool.run("signin", "password", terminal: terminal)
    #expect(
      outcome == .init(0, output: "Signed in as kim@example.com (uid \(tool.uid() ?? ""), local server).\n"))
    #expect(
      terminal.events.suffix(2) == [
        .said("Type the password of kim@example.com."), .askedSecret("Password: ", within: .seconds(600)),
      ])
  }

  @Test func theAddressMayBeAnArgument() {
    tool.signUp()
    let words = ["signin", "password", ToolHarness.email, "--password-stdin"]
    #expect(tool.run(words, input: ToolHarness.password).status == 0)
    #expect(
      tool.run(words + ["--email", ToolHarness.email]).errors.hasPrefix(
        "error: the address is given twice\n"))
  }

  @Test func aPasswordComesFromEveryPlaceForSecrets() {
    tool.signUp()
    let file = tool.file(ToolHarness.password + "\n")
    let signIn = ["signin", "password", "--email", ToolHarness.email]
    #expect(tool.run(signIn + ["--password-file", file]).status == 0)
    #expect(tool.run(signIn + ["--password-file", "-"], input: ToolHarness.password + "\r\n").status == 0)
    #expect(tool.run(signIn + ["--password-stdin"], input: ToolHarness.password).status == 0)
    #expect(tool.run(signIn + ["--password-stdin"], input: ToolHarness.password + "\n\n").status == 5)
    tool.environment["USHER_PASSWORD"] = ToolHarness.password
    #expect(tool.run(signIn).status == 0)
    tool.environment["USHER_PASSWORD"] = nil
    tool.environment["USHER_PASSWORD_FILE"] = file
    #expect(tool.run(signIn).status == 0)
  }

  @Test(arguments: [
    ["signup"], ["signin", "password"], ["link", "password"], ["reauth", "password"],
    ["account", "update"],
  ])
  func aPasswordIsNotTakenFromTheCommandLine(_ command: [String]) {
    let email = ["signup", "signin", "link"].contains(command[0]) ? ["--email", ToolHarness.email] : []
    for words in [["--password", "hunter2x"], ["--password=hunter2x"]] {
      let outcome = tool.run(command + email + words)
      #expect(outcome.status == 64)
      #expect(
        outcome.errors.contains(
          "  Use --password-file FILE or --password-stdin: others can see a command's words."))
      #expect(!outcome.errors.contains("hunter2x"))
    }
    #expect(tool.folder.text(of: "config/state.json") == nil)
  }

  @Test(arguments: ["", "\n", "\r\n"])
  func anEmptyPasswordIsRefused(_ text: String) {
    let outcome = ToolHarness.Outcome(
      65, errors: "error: the password is empty\n  Check the file or the variable that it comes from.\n")
    for command in [["signup"], ["signin", "password"]] {
      let words = command + ["--email", ToolHarness.email]
      #expect(tool.run(words + ["--password-file", tool.file(text)]) == outcome)
      #expect(tool.run(words + ["--password-stdin"], input: text) == outcome)
    }
  }

  @Test func aMissingPasswordNamesTheOptions() {
    #expect(
      tool.run("signin", "password", "--email", ToolHarness.email)
        == .init(
          64,
          errors: """
            error: the password is missing
            usage: usher signin password [options] [EMAIL]
              Pass it with --password-file FILE or --password-stdin.

            """))
    #expect(
      tool.run("signin", "password", "--email", ToolHarness.email, "--password-stdin", "--password-file", "x")
        .status == 64)
    #expect(tool.run("signin", "password", "--password-stdin", input: "x").status == 64)
  }

  @Test func aWrongPasswordAndAnUnknownAddressLookTheSame() {
    tool.signUp(as: "other")
    let wrong = tool.signInByPassword(ToolHarness.email, "wrong horse")
    var unknown = tool.signInByPassword("eve@example.com", "wrong horse")
    #expect(wrong.status == 5)
    // But for the address that was typed, which the next steps name.
    unknown.errors = unknown.errors.replacing("eve@example.com", with: ToolHarness.email)
    #expect(wrong == unknown)
    #expect(wrong.json?["error"]?["code"] == "auth/invalid-credential")
    #expect(tool.run("whoami").status == 4)
    tool.run("local", "project", "disable", "enumeration-protection")
    #expect(
      tool.signInByPassword(ToolHarness.email, "wrong horse").json?["error"]?["code"] == "auth/wrong-password"
    )
    #expect(
      tool.signInByPassword("eve@example.com", "wrong horse").json?["error"]?["code"]
        == "auth/user-not-found")
  }

  @Test func anAddressHasOneAccount() {
    tool.signUp()
    let again = tool.signUp(as: "other")
    #expect(again.status == 9)
    #expect(again.json?["error"]?["code"] == "auth/email-already-in-use")
    #expect(tool.run("whoami", "--as", "other").status == 4)
  }

  @Test func aWeakPasswordIsRefused() {
    let outcome = tool.run(
      "signup", "--email", ToolHarness.email, "--password-stdin", "--json", input: "12345")
    #expect(outcome.status == 65)
    #expect(outcome.json?["error"]?["code"] == "auth/weak-password")
    tool.run(
      "local", "project", "set", "passwordPolicyConfig",
      #"{"passwordPolicyEnforcementState":"ENFORCE","passwordPolicyVersions":[{"customStrengthOptions":{"minPasswordLength":20}}]}"#
    )
    let ruled = tool.signUp()
    #expect(ruled.status == 65)
    #expect(ruled.json?["error"]?["code"] == "auth/password-does-not-meet-requirements")
  }

  @Test func aProviderThatIsOffIsTheProjectsAffair() {
    tool.signUp()
    tool.run("local", "project", "disable", "password")
    #expect(tool.signInByPassword().status == 12)
    #expect(tool.signUp("lee@example.com").status == 12)
    #expect(tool.run("send-link", ToolHarness.email).status == 12)
    tool.run("local", "project", "enable", "password")
    tool.run("local", "project", "disable", "email-link")
    #expect(tool.signInByPassword().status == 0)
    #expect(tool.run("send-link", ToolHarness.email).status == 12)
    tool.run("local", "project", "disable", "anonymous")
    #expect(tool.run("signin", "anonymous").status == 12)
  }

  @Test func nothingIsKeptWhereNothingShallBe() {
    tool.signUp(as: "other")
    let state = tool.folder.text(of: "config/state.json")
    #expect(
      tool.run(
        "signin", "password", "--email", ToolHarness.email, "--password-stdin", "--no-store",
        input: ToolHarness.password
      ).status == 0)
    #expect(tool.run("signin", "anonymous", "--no-store").status == 0)
    #expect(tool.run("signin", "custom-token", "--uid", "u", "--no-store").status == 0)
    #expect(tool.folder.text(of: "config/state.json") == state)
  }

  @Test func noSecretIsEchoedOrSaved() {
    let secret = "s3cret-horse"
    let outcomes = [
      tool.run(
        "signup", "--email", ToolHarness.email, "--password-stdin", "--debug", "--json", input: secret),
      tool.run(
        "signin", "password", "--email", ToolHarness.email, "--password-stdin", "--debug", input: secret),
      tool.run(
        "signin", "password", "--email", "eve@example.com", "--password-stdin", "--debug", input: secret),
      tool.run("account", "update", "--password-stdin", input: secret + "2"),
    ]
    for outcome in outcomes { #expect(!(outcome.output + outcome.errors).contains("s3cret")) }
    for name in tool.folder.names(in: "config") where !name.hasSuffix(".lock") {
      #expect(tool.folder.text(of: "config/" + name)?.contains("s3cret") == false, "\(name)")
    }
    #expect(tool.run("local", "outbox").output.contains("s3cret") == false)
  }
}
