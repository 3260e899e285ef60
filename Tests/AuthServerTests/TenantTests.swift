import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import Testing

/// How tenants are made, listed, changed and deleted.
@Suite struct TenantTests {
  /// What the emulator says of a tenant that has nothing on.
  private static let off: JSONValue = [
    "allowPasswordSignup": false, "enableEmailLinkSignin": false, "enableAnonymousUser": false,
    "disableAuth": false, "mfaConfig": ["enabledProviders": [], "state": "DISABLED"],
  ]

  private func tenant(
    _ id: String, _ changes: JSONValue = [:], off: JSONValue = [:]
  ) -> [String: JSONValue] {
    var members = Self.members(off)
    members["name"] = .string("projects/demo-test/tenants/" + id)
    members["tenantId"] = .string(id)
    return members.merging(Self.members(changes)) { $1 }
  }

  private static func members(_ value: JSONValue) -> [String: JSONValue] {
    Dictionary(uniqueKeysWithValues: (value.members ?? []).map { ($0.name, $0.value) })
  }

  private func get(_ id: String, _ server: ServerHarness) throws -> [String: JSONValue] {
    Self.members(try server.call(GetTenant.self, .init(), tenant: id, asOwner: true))
  }

  @Test func aTenantIsMadeWithWhatTheRequestEnables() throws {
    let server = try ServerHarness()
    let request: JSONValue = [
      "displayName": "Acme-2", "allowPasswordSignup": true, "mfaConfig": ["state": "MANDATORY"],
      "testPhoneNumbers": ["+16505550100": "123456"], "client": ["permissions": ["disabledUserSignup": true]],
    ]
    let made = try server.call(CreateTenant.self, request, asOwner: true)
    let id = try #require(made["tenantId"]?.string)
    #expect(id.wholeMatch(of: /acme-2-[a-z0-9]{5}/) != nil)
    let expected = tenant(id, request)
    #expect(Self.members(made) == expected)
    #expect(try get(id, server) == expected)
    #expect(try get(id, server.reopened()) == expected)
  }

  @Test func whatNobodyEnablesIsOff() throws {
    let server = try ServerHarness()
    let made = try server.call(
      CreateTenant.self, ["name": "projects/p/tenants/mine", "tenantId": "mine"], asOwner: true)
    let id = try #require(made["tenantId"]?.string)
    #expect(id.wholeMatch(of: /tenant-[a-z0-9]{5}/) != nil)
    #expect(try get(id, server) == tenant(id))
    // Who wants to know it reads it.
    let whole = try server.call(
      GetTenant.self, .init(), tenant: id, query: [QueryItem("defaults", "true")], asOwner: true)
    #expect(Self.members(whole) == tenant(id, off: Self.off))
    let emulator = try ServerHarness(policy: .emulator)
    let other = try #require(try emulator.call(CreateTenant.self, [:], asOwner: true)["tenantId"]?.string)
    #expect(try get(other, emulator) == tenant(other, off: Self.off))
  }

  /// As Google's service leaves it out; never a list.
  @Test(arguments: [Policy.proofless, .emulator])
  func whatIsFalseOrEmptyIsLeftOut(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let given: JSONValue = [
      "testPhoneNumbers": [:], "emailPrivacyConfig": ["enableImprovedEmailPrivacy": false],
      "recaptchaConfig": ["emailPasswordEnforcementState": "AUDIT", "useAccountDefender": false],
      "smsRegionConfig": ["allowByDefault": ["disallowedRegions": []]],
    ]
    let id = try server.makeTenant(given)
    let tenant = try get(id, server)
    #expect(tenant["testPhoneNumbers"] == nil)
    #expect(tenant["emailPrivacyConfig"] == [:])
    #expect(
      tenant["recaptchaConfig"]
        == ["emailPasswordEnforcementState": "AUDIT", "phoneEnforcementState": "OFF"])
    #expect(tenant["smsRegionConfig"] == ["allowByDefault": ["disallowedRegions": []]])
    let config = try server.setConfig(
      [
        "emailPrivacyConfig": ["enableImprovedEmailPrivacy": false],
        "signIn": ["phoneNumber": ["testPhoneNumbers": [:]], "anonymous": ["enabled": false]],
      ],
      mask: "emailPrivacyConfig,signIn.phoneNumber.testPhoneNumbers,signIn.anonymous.enabled")
    #expect(config["emailPrivacyConfig"] == [:])
    #expect(config["signIn"]?["phoneNumber"] == ["enabled": true])
    #expect(config["signIn"]?["anonymous"] == [:])
    #expect(config["signIn"]?["allowDuplicateEmails"] == (policy.serviceAnswers ? nil : false))
    let whole = try server.call(
      GetProjectConfig.self, .init(), query: [QueryItem("defaults", "true")], asOwner: true)
    #expect(whole["signIn"]?["anonymous"] == ["enabled": false])
  }

  @Test func aProjectThatAllowsNoneHasNone() throws {
    let server = try ServerHarness(policy: .quick)
    let id = try server.makeTenant()
    let kim = try server.signUp(in: id)
    let accounts = "v1/projects/demo-test/tenants/\(id)/accounts"
    let attempts: [() throws -> Any?] = [
      { try server.makeTenant() }, { try get(id, server) }, { try get("none", server) },
      { try server.call(ListTenants.self, .init(), asOwner: true) },
      { try server.changeTenant(id, ["displayName": "other"], mask: "displayName") },
      { try server.call(DeleteTenant.self, .init(), tenant: id, asOwner: true) },
      { try server.signIn(in: id) }, { try server.lookup(kim.idToken) },
      { try server.refresh(kim.refreshToken) }, { try server.asOwner(.post, accounts + ":lookup") },
    ]
    for off: JSONValue in [["multiTenant": ["allowTenants": false]], ["multiTenant": [:]], [:]] {
      let config = try server.setConfig(off, mask: "multiTenant")
      #expect(config["multiTenant"] == (off["multiTenant"] == nil ? nil : [:]))
      for attempt in attempts { #expect(refusal(attempt) == "INVALID_PROJECT_ID") }
      #expect(refusal { try server.signIn(in: "none") } == "INVALID_TENANT_ID")
      #expect(try server.signUp(in: nil, nil).localId != nil)
    }
    _ = try server.setConfig(["multiTenant": ["allowTenants": true]])
    #expect(try server.signIn(in: id).localId == kim.localId)
    // Firebase's emulator does not look.
    let emulator = try ServerHarness(policy: .quickEmulator)
    _ = try emulator.setConfig(["multiTenant": ["allowTenants": false]])
    #expect(try emulator.signUp(in: emulator.makeTenant()).localId != nil)
  }

  @Test func theyAreListedByPages() throws {
    let server = try ServerHarness()
    func list(_ query: QueryItem...) throws -> JSONValue {
      try server.call(ListTenants.self, .init(), query: query, asOwner: true)
    }
    func ids(_ answer: JSONValue) -> [String?] {
      (answer["tenants"]?.array ?? []).map { $0["tenantId"]?.string }
    }
    #expect(try list() == ["tenants": []])
    let made = try [server.makeTenant(), server.makeTenant(), server.makeTenant()].sorted()
    _ = try server.call(CreateTenant.self, [:], project: "demo-test-2", asOwner: true)
    #expect(try ids(list()) == made)
    #expect(try list()["nextPageToken"] == nil)
    let first = try list(QueryItem("pageSize", "2"))
    #expect(ids(first) == Array(made.prefix(2)))
    #expect(first["nextPageToken"]?.string == made[1])
    #expect(try ids(list(QueryItem("pageSize", "2"), QueryItem("pageToken", made[1]))) == [made[2]])
    // A full last page leads to an empty one.
    let last = try list(QueryItem("pageSize", "1"), QueryItem("pageToken", made[1]))
    #expect(last["nextPageToken"]?.string == made[2])
    #expect(try list(QueryItem("pageToken", made[2])) == ["tenants": []])
    for size in ["-1", "0", "x", "99999999999999999999"] {
      #expect(try list(QueryItem("pageSize", size))["tenants"]?.array?.count == 3, "\(size)")
    }
  }

  @Test func aMaskChangesWhatItNamesAndNothingElse() throws {
    let server = try ServerHarness()
    let id = try server.makeTenant()
    let before = try get(id, server)
    let changes: JSONValue = ["enableAnonymousUser": false, "mfaConfig": ["state": "MANDATORY"]]
    let changed = try server.changeTenant(id, changes, mask: "mfaConfig.state,displayName")
    var expected = before
    expected["mfaConfig"] = ["enabledProviders": ["PHONE_SMS"], "state": "MANDATORY"]
    expected["displayName"] = nil
    #expect(Self.members(changed) == expected)
    // Without a mask it is the whole tenant.
    let whole = try server.changeTenant(id, ["allowPasswordSignup": true])
    #expect(Self.members(whole) == tenant(id, ["allowPasswordSignup": true]))
    #expect(try Self.members(server.changeTenant(id, [:], mask: "")) == tenant(id))
    #expect(refusal { try server.changeTenant("none", [:]) } == "TENANT_NOT_FOUND")
  }

  @Test func whatNoTenantCanHaveIsRefused() throws {
    let server = try ServerHarness()
    let id = try server.makeTenant()
    let before = try get(id, server)
    func unknown(_ name: String, _ place: String = "") -> String {
      "Invalid JSON payload received. Unknown name \"\(name)\" at '\(place)'."
    }
    let badName =
      "INVALID_DISPLAY_NAME : Display name should start with a letter and only consist of letters, digits, and "
      + "hyphens with 4-20 characters."
    let numbers = JSONValue.object((0...10).map { .init("+165055501\($0 / 10)\($0 % 10)", "123456") })
    let bad: [(JSONValue, String?)] = [
      (["signIn": [:]], unknown("signIn")), (["mfaConfig": ["stat": 1]], unknown("stat", "mfaConfig")),
      ([1], "Invalid JSON payload received. An object is needed."),
      (["allowPasswordSignup": "yes"], "INVALID_ARGUMENT : allowPasswordSignup is true or false."),
      (["disableAuth": 1], "INVALID_ARGUMENT : disableAuth is true or false."),
      (["displayName": 1], "INVALID_ARGUMENT : displayName is a text."), (["displayName": "abc"], badName),
      (["displayName": "1abc"], badName), (["displayName": "a tenant"], badName),
      (["displayName": "abcdefghijklmnopqrstu"], badName),
      (["mfaConfig": ["state": "MAYBE"]], "INVALID_ARGUMENT : mfa.state is DISABLED, ENABLED or MANDATORY."),
      (
        ["testPhoneNumbers": ["+16505550100": "1"]],
        "INVALID_TESTING_PHONE_NUMBER : The code of +16505550100 is not six digits."
      ),
      (["testPhoneNumbers": numbers], "INVALID_TESTING_PHONE_NUMBER : A project has at most 10 of them."),
    ]
    for (body, problem) in bad {
      #expect(refusal { try server.call(CreateTenant.self, body, asOwner: true) } == problem, "\(body.text)")
      #expect(refusal { try server.changeTenant(id, body) } == problem, "\(body.text)")
    }
    #expect(refusal { try server.changeTenant(id, [:], mask: "mfa") } == unknown("mfa"))
    #expect(try get(id, server) == before)
    #expect(try server.call(ListTenants.self, .init(), asOwner: true)["tenants"]?.array?.count == 1)
    // Firebase's emulator takes any name.
    let lenient = try ServerHarness(policy: .emulator)
    #expect(try lenient.makeTenant(["displayName": "A & B!"]).wholeMatch(of: /a-b-[a-z0-9]{5}/) != nil)
  }

  @Test func aDeletedTenantTakesAllThatItHadAlong() throws {
    let server = try ServerHarness(policy: .quick)
    let (gone, kept) = (try server.makeTenant(), try server.makeTenant())
    let (kim, lee) = (try server.signUp(in: gone), try server.signUp(in: kept))
    _ = try server.sendLink(in: gone)
    _ = try server.call(DeleteTenant.self, .init(), tenant: gone, asOwner: true)
    #expect(try server.count("SELECT count(*) FROM accounts") == 1)
    #expect(try server.count("SELECT count(*) FROM action_codes") == 0)
    #expect(refusal { try server.lookup(kim.idToken) } == "INVALID_TENANT_ID")
    #expect(refusal { try server.refresh(kim.refreshToken) } == "INVALID_REFRESH_TOKEN")
    #expect(refusal { try server.signIn(in: gone) } == "INVALID_TENANT_ID")
    #expect(refusal { try get(gone, server) } == "TENANT_NOT_FOUND")
    #expect(
      refusal { try server.call(DeleteTenant.self, .init(), tenant: gone, asOwner: true) }
        == "TENANT_NOT_FOUND")
    #expect(try server.lookup(lee.idToken)?.tenantId == kept)
  }

  @Test func theEmulatorHasATenantFromItsFirstMentionOn() throws {
    let server = try ServerHarness(policy: .quickEmulator)
    let kim = try server.signUp(in: "fresh")
    let expected = tenant(
      "fresh",
      [
        "allowPasswordSignup": true, "enableEmailLinkSignin": true, "enableAnonymousUser": true,
        "mfaConfig": ["enabledProviders": ["PHONE_SMS"], "state": "ENABLED"],
      ], off: Self.off)
    #expect(try get("fresh", server) == expected)
    #expect(try get("other", server)["tenantId"] == "other")
    #expect(try server.call(ListTenants.self, .init(), asOwner: true)["tenants"]?.array?.count == 2)
    // Mentioned again it is another one, which knows nobody.
    _ = try server.call(DeleteTenant.self, .init(), tenant: "fresh", asOwner: true)
    #expect(refusal { try server.lookup(kim.idToken) } == "USER_NOT_FOUND")
    for name in ["a/b", "a b", "..", String(repeating: "a", count: 129), "ä"] {
      #expect(refusal { try server.signUp(in: name) } == "INVALID_TENANT_ID", "\(name)")
    }
  }

  @Test func onlyTheOwnerManagesThem() throws {
    let server = try ServerHarness()
    for path in ["v2", "admin/v2"].map({ "/identitytoolkit.googleapis.com/\($0)/projects/demo-test/tenants" })
    {
      for (method, path) in [
        (HTTPMethod.get, path), (.post, path), (.get, path + "/t"), (.patch, path + "/t"),
        (.delete, path + "/t"),
      ] {
        #expect(try server.send(method, path, query: [QueryItem("key", "k")]).status == 400)
      }
    }
  }
}
