import Essentials
import IdentityToolkit
import TerminalIO
import TestSupport
import Testing
import UsherTool

/// Tenants of the embedded server, made by commands and used by `--tenant`.
struct LocalTenantTests {
  let tool = ToolHarness()

  /// A new tenant; its id.
  private func make() -> String {
    tool.run("local", "tenant", "create", "acme", "--field", "tenant.id").lines.first ?? ""
  }

  private func tenants() -> JSONValue? {
    tool.run("local", "tenant", "list", "--json").json?["tenants"]
  }

  private var tokenTenant: String? { tool.firebaseClaim("tenant") }

  @Test func tenantsAreMadeListedAndDeleted() throws {
    #expect(
      tool.run("local", "tenant", "list") == .init(0, errors: "No tenants in project demo-usher.\n"))
    let id = make()
    #expect(id.wholeMatch(of: /acme-[a-z0-9]{5}/) != nil)
    #expect(tool.run("local", "tenant", "list").output == "\(id)  acme\n")
    #expect(tenants() == [["display_name": "acme", "id": .string(id)]])
    let other = tool.run("local", "tenant", "create", "other")
    #expect(other.output.wholeMatch(of: /Created the tenant other-[a-z0-9]{5}\.\n/) != nil)
    #expect(tool.run("local", "tenant", "delete", id, "--no-input").status == 64)
    let yes = ScriptedTerminal(answers: ["y"])
    #expect(tool.run("local", "tenant", "delete", id, terminal: yes).status == 0)
    #expect(
      yes.events == [
        .said("Delete the tenant \(id) and every account in it at the local server?"),
        .asked("Yes or no? [no]: ", within: .seconds(600)),
      ])
    #expect(tenants()?.array?.map { $0["display_name"] } == ["other"])
    let again = tool.run("local", "tenant", "delete", id, "--yes")
    #expect(again.status == 12)
    #expect(again.errors.hasSuffix("  see the tenants:  usher project tenant list\n"), "\(again.errors)")
    #expect(tool.run("local", "tenant", "create", "a b").status == 65)
  }

  @Test func aSignInBelongsToItsTenant() throws {
    let id = make()
    tool.environment["USHER_TENANT"] = id
    let uid = tool.signUp().json?["account"]?["uid"]
    #expect(tokenTenant == id)
    #expect(tool.run("whoami", "--json").json?["account"]?["uid"] == uid)
    #expect(tool.run("account", "update", "--display-name", "Kim").status == 0)
    // Renewed, it is the tenant's still.
    tool.clock.advance(3600)
    #expect(tokenTenant == id)
    #expect(tool.run("signout").status == 0)
    #expect(tool.signInByPassword().json?["account"]?["uid"] == uid)
    #expect(tool.signInByLink().json?["account"]?["uid"] == uid)
    #expect(tool.run("methods", ToolHarness.email).status == 0)
    tool.environment["USHER_TENANT"] = nil
    #expect(tool.run("whoami").status == 4)
    #expect(tool.signInByPassword().status == 5)
    #expect(tool.run("local", "outbox", "--json").json?["messages"] == [])
    #expect(tool.run("local", "outbox", "--json", "--tenant", id).json?["messages"]?.array?.count == 1)
    tool.environment["USHER_TENANT"] = id
    #expect(tool.run("account", "delete", "--yes").status == 0)
    #expect(tool.signInByPassword().status == 5)
  }

  @Test func everyWayInLeadsThere() {
    let id = make()
    tool.environment["USHER_TENANT"] = id
    let google = tool.identity(
      #"{"sub":"g1","email":"lee@example.com","email_verified":true}"#, tenant: id)
    for words in [
      ["signin", "anonymous"], ["signin", "custom-token", "--uid", "tester"],
      ["signin", "idp", "google.com", "--id-token-file", google],
    ] {
      let outcome = tool.run(words + ["--json"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(tokenTenant == id)
    }
    let phone = tool.run("verify-phone", ToolHarness.number)
    #expect(phone.status == 12)
    #expect(phone.errors.hasPrefix("error: this does not work in a tenant\n"), "\(phone.errors)")
  }

  @Test func secondFactorsWorkThere() {
    tool.environment["USHER_TENANT"] = make()
    tool.signUpVerified()
    #expect(tool.enrollSMS(ToolHarness.number).status == 0)
    let pending = tool.signInByPassword()
    #expect(pending.status == 3, "\(pending.errors)")
    #expect(tool.run("mfa", "challenge").status == 0)
    #expect(tool.run("confirm-code", tool.code()).status == 0)
    #expect(tokenTenant == tool.environment["USHER_TENANT"])
    #expect(tool.enrollTOTP().status == 0)
    #expect(tool.factorIDs().count == 2)
    #expect(tool.run("mfa", "unenroll", tool.factorIDs()[0], "--yes").status == 0)
  }

  @Test func localCommandsObeyTheTenant() {
    let id = make()
    let before = tool.run("local", "project", "get")
    tool.environment["USHER_TENANT"] = id
    #expect(tool.run("local", "project", "get", "displayName").output == "acme\n")
    for (feature, path) in [
      ("password", "allowPasswordSignup"), ("email-link", "enableEmailLinkSignin"),
      ("anonymous", "enableAnonymousUser"),
    ] {
      #expect(tool.run("local", "project", "disable", feature).status == 0)
      #expect(tool.run("local", "project", "get", path).output == "false\n")
    }
    #expect(tool.run("signin", "anonymous").status == 12)
    #expect(tool.run("local", "project", "disable", "mfa-sms").status == 0)
    #expect(tool.run("local", "project", "get", "mfaConfig.enabledProviders").output == "[]\n")
    #expect(tool.run("local", "project", "disable", "sign-up").status == 0)
    #expect(tool.run("local", "project", "get", "client.permissions.disabledUserSignup").output == "true\n")
    #expect(tool.run("local", "project", "enable", "sign-up").status == 0)
    let phone = tool.run("local", "project", "enable", "phone")
    #expect(phone.status == 64)
    #expect(
      phone.errors.hasPrefix("error: tenants cannot have the sign-in method phone\n"), "\(phone.errors)")
    #expect(tool.run("local", "project", "set", "signIn.anonymous.enabled", "true").status == 64)
    #expect(tool.run("local", "project", "set", "disableAuth", "true").status == 0)
    #expect(tool.run("signin", "anonymous").status == 12)
    #expect(tool.run("local", "test-number", "add", "+16505550100", "482913").status == 0)
    #expect(tool.run("local", "test-number", "list").output == "+16505550100  482913\n")
    #expect(
      tool.run("local", "reset", "--yes")
        == .init(
          0,
          output: "The tenant \(id) is empty again: no accounts, no messages, and the first settings.\n"))
    #expect(tool.run("local", "test-number", "list").output == "")
    #expect(tool.run("signin", "anonymous").status == 0)
    tool.environment["USHER_TENANT"] = nil
    #expect(tool.run("local", "project", "get") == before)
  }

  @Test func aTenantThatIsNotThereIsExplained() {
    let outcome = tool.run("signin", "anonymous", "--tenant", "nowhere")
    #expect(
      outcome
        == .init(
          12,
          errors:
            "error: the project does not have this tenant\n  see the tenants:  usher project tenant list\n"))
  }
}
