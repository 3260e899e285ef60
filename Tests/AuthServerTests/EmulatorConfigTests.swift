import Essentials
import HTTP
import IdentityToolkit
import Testing

@testable import AuthServer

/// Configurations as Firebase's emulator reads and shows them.
@Suite struct EmulatorConfigTests {
  private func config(_ server: ServerHarness) throws -> JSONValue {
    try server.call(GetProjectConfig.self, .init(), asOwner: true)
  }

  @Test func aNewProjectShowsOnlyWhatTheEmulatorHas() throws {
    let server = try ServerHarness(policy: .emulator)
    let new = try config(server)
    #expect(new["signIn"] == ["allowDuplicateEmails": false])
    #expect(new["blockingFunctions"] == [:])
    let changed = try server.setConfig(
      ["signIn": ["anonymous": ["enabled": false]]], mask: "signIn.anonymous.enabled")
    #expect(changed["signIn"] == ["allowDuplicateEmails": false, "anonymous": [:]])
    let whole = try server.call(
      GetProjectConfig.self, .init(), query: [QueryItem("defaults", "true")], asOwner: true)
    #expect(whole["signIn"]?["email"]?["enabled"] == true)
    #expect(whole["signIn"]?["allowDuplicateEmails"] == false)
    // Nothing is off because it is not shown.
    #expect(try server.signUp().idToken != nil)
  }

  @Test func namesInAMaskThatNobodyKnowsAreIgnored() throws {
    let server = try ServerHarness(policy: .emulator)
    let before = try config(server)
    for mask in ["displayName", "mfa.state.x", "authorizedDomains.0"] {
      #expect(try server.setConfig(["displayName": "x"], mask: mask) == before)
    }
    let changed = try server.setConfig(
      ["signIn": ["allowDuplicateEmails": true]], mask: "displayName,signIn.allowDuplicateEmails")
    #expect(changed["signIn"] == ["allowDuplicateEmails": true])
    let strict = try ServerHarness()
    #expect(
      refusal { try strict.setConfig([:], mask: "displayName") }?
        .contains("Unknown name \"displayName\" at '") == true)
  }

  @Test func whatAMaskNamesAndTheBodyLacksIsRemovedOrAsTheEmulatorDoesKept() throws {
    for isRemoved in [true, false] {
      let server = try ServerHarness(policy: isRemoved ? .strict : .emulator)
      _ = try server.setConfig(["signIn": ["allowDuplicateEmails": true]])
      let changed = try server.setConfig([:], mask: "signIn.allowDuplicateEmails")
      #expect((changed["signIn"]?["allowDuplicateEmails"]?.bool ?? false) == !isRemoved)
      let id = try server.makeTenant(["displayName": "acme"])
      let tenant = try server.changeTenant(id, [:], mask: "displayName,disableAuth")
      #expect(tenant["displayName"] == (isRemoved ? nil : "acme"))
    }
  }

  @Test func nullRemovesAValueEverywhere() throws {
    let server = try ServerHarness(policy: .emulator)
    _ = try server.setConfig(["signIn": ["allowDuplicateEmails": true]])
    let changed = try server.setConfig(
      ["signIn": ["allowDuplicateEmails": .null]], mask: "signIn.allowDuplicateEmails")
    #expect(changed["signIn"] == ["allowDuplicateEmails": false])
  }

  @Test func anEmptyMaskIsNone() throws {
    let server = try ServerHarness(policy: .emulator)
    _ = try server.setConfig([
      "signIn": ["allowDuplicateEmails": true],
      "blockingFunctions": ["forwardInboundCredentials": ["idToken": true]],
    ])
    #expect(
      try config(server)["blockingFunctions"] == ["forwardInboundCredentials": ["idToken": true]])
    let after = try server.setConfig([:], mask: "")
    #expect(after["signIn"] == ["allowDuplicateEmails": false])
    #expect(after["blockingFunctions"] == [:])
  }

  @Test(arguments: [
    ("beforeLunch", "http://localhost", "((Event type is invalid.))"),
    ("beforeCreate", "nowhere", "((Expected an absolute URI with valid scheme and host.))"),
  ])
  func aFunctionThatCannotBeCalledIsRefused(event: String, uri: String, problem: String) throws {
    let triggers = JSONValue.object([.init(event, ["functionUri": .string(uri)])])
    let change: JSONValue = ["blockingFunctions": ["triggers": triggers]]
    let server = try ServerHarness(policy: .emulator)
    #expect(refusal { try server.setConfig(change) } == "INVALID_BLOCKING_FUNCTION : \(problem)")
    let strict = try ServerHarness()
    #expect(refusal { try strict.setConfig(change) }?.contains("INVALID_BLOCKING_FUNCTION") == false)
  }

  @Test func aTenantThatIsMentionedHasTheEmulatorsSwitches() throws {
    let server = try ServerHarness(policy: .emulator)
    let tenant = try server.call(GetTenant.self, .init(), tenant: "mine", asOwner: true)
    let expected: [String: JSONValue] = [
      "name": "projects/demo-test/tenants/mine", "tenantId": "mine", "allowPasswordSignup": true,
      "enableEmailLinkSignin": true, "enableAnonymousUser": true, "disableAuth": false,
      "mfaConfig": ["enabledProviders": ["PHONE_SMS"], "state": "ENABLED"],
    ]
    #expect(
      Dictionary(uniqueKeysWithValues: (tenant.members ?? []).map { ($0.name, $0.value) }) == expected)
  }
}
