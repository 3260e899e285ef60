import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

/// How tenants are made, listed, changed and deleted.
@Suite struct TenantTests {
  /// What the emulator says of a tenant that has nothing on.
  private static let off: JSONValue = [
    "allowPasswordSignup": false, "enableEmailLinkSignin": false, "enableAnonymousUser": false,
    "disableAuth": false, "mfaConfig": ["enabledProviders": [], "state": "DISABLED"],
  ]

  /// A tenant as the service describes it.
  private func tenant(_ id: String, _ changes: JSONValue = [:]) -> [String: JSONValue] {
    let members: [String: JSONValue] = [
      "name": .string("projects/312950043993/tenants/" + id), "inheritance": [:],
    ]
    return members.merging(Self.members(changes)) { $1 }
  }

  /// A tenant as the emulator describes it.
  private func emulated(_ id: String, _ changes: JSONValue = [:]) -> [String: JSONValue] {
    var members = Self.members(Self.off)
    members["name"] = .string("projects/demo-test/tenants/" + id)
    members["tenantId"] = .string(id)
    return members.merging(Self.members(changes)) { $1 }
  }

  /// What a web page says of itself when it asks for reCAPTCHA.
  private static let webClient = [
    QueryItem("clientType", "CLIENT_TYPE_WEB"), QueryItem("version", "RECAPTCHA_ENTERPRISE"),
  ]

  private static func members(_ value: JSONValue) -> [String: JSONValue] {
    Dictionary(uniqueKeysWithValues: (value.members ?? []).map { ($0.name, $0.value) })
  }

  /// A tenant without what its passwords are hashed with.
  private func get(_ id: String, _ server: ServerHarness) throws -> [String: JSONValue] {
    var members = Self.members(try server.call(GetTenant.self, .init(), tenant: id, asOwner: true))
    members["hashConfig"] = nil
    return members
  }

  @Test func aTenantIsMadeWithWhatTheRequestEnables() throws {
    let server = try ServerHarness()
    let request: JSONValue = [
      "displayName": "Acme-2", "allowPasswordSignup": true, "mfaConfig": ["state": "MANDATORY"],
      "testPhoneNumbers": ["+16505550100": "123456"], "client": ["permissions": ["disabledUserSignup": true]],
    ]
    let made = try server.call(CreateTenant.self, request, asOwner: true)
    let id = try #require(made.tenantID)
    #expect(id.wholeMatch(of: /Acme-2-[a-z0-9]{5}/) != nil)
    let expected = tenant(id, request)
    #expect(Self.members(made) == expected)
    #expect(try get(id, server) == expected)
    #expect(try get(id, server.reopened()) == expected)
  }

  @Test func whatNobodyEnablesIsOff() throws {
    let server = try ServerHarness()
    let given: JSONValue = ["name": "projects/p/tenants/mine", "tenantId": "mine", "displayName": "plain"]
    let named: JSONValue = ["displayName": "plain"]
    let made = try server.call(CreateTenant.self, given, asOwner: true)
    let id = try #require(made.tenantID)
    #expect(id.wholeMatch(of: /plain-[a-z0-9]{5}/) != nil)
    #expect(try get(id, server) == tenant(id, named))
    // Who wants to know it reads it.
    let whole = try server.call(
      GetTenant.self, .init(), tenant: id, query: [QueryItem("defaults", "true")], asOwner: true)
    #expect(
      Self.members(whole).filter { $0.key != "hashConfig" }
        == tenant(id, named).merging(Self.members(Self.off)) { $1 })
    let emulator = try ServerHarness(policy: .emulator)
    let other = try #require(try emulator.call(CreateTenant.self, [:], asOwner: true)["tenantId"]?.string)
    #expect(other.wholeMatch(of: /tenant-[a-z0-9]{5}/) != nil)
    #expect(try get(other, emulator) == emulated(other))
  }

  @Test func whatPasswordsAreHashedWithIsShownOfOneTenantAlone() throws {
    let server = try ServerHarness()
    func hash(_ tenant: JSONValue) -> JSONValue? { tenant["hashConfig"] }
    let named: JSONValue = ["displayName": "plain"]
    let made = try server.call(CreateTenant.self, named, asOwner: true)
    let id = try #require(made.tenantID)
    let shown = hash(try server.call(GetTenant.self, .init(), tenant: id, asOwner: true))
    let key = try #require(shown?["signerKey"]?.string)
    #expect(Data(base64Encoded: key)?.count == 64)
    #expect(
      shown
        == [
          "algorithm": "SCRYPT", "memoryCost": 14, "rounds": 8, "saltSeparator": "Bw==",
          "signerKey": .string(key),
        ])
    let listed = try server.call(ListTenants.self, .init(), asOwner: true)["tenants"]?.array?.first
    for other in [made, listed, try server.changeTenant(id, named)] { #expect(other?["hashConfig"] == nil) }
    let emulator = try ServerHarness(policy: .emulator)
    #expect(hash(try emulator.call(GetTenant.self, .init(), tenant: "a", asOwner: true)) == nil)
  }

  @Test func aPasswordPolicyIsDatedWhenItIsWritten() throws {
    let server = try ServerHarness()
    let policy: JSONValue = [
      "passwordPolicyEnforcementState": "ENFORCE",
      "passwordPolicyVersions": [
        ["customStrengthOptions": ["containsNumericCharacter": false, "minPasswordLength": 8]]
      ],
    ]
    var expected: JSONValue = [
      "lastUpdateTime": "2027-01-15T08:00:00.000000Z", "passwordPolicyEnforcementState": "ENFORCE",
      "passwordPolicyVersions": [
        [
          "customStrengthOptions": ["containsNumericCharacter": false, "minPasswordLength": 8],
          "schemaVersion": 1,
        ]
      ],
    ]
    let id = try server.makeTenant(["passwordPolicyConfig": policy])
    #expect(try get(id, server)["passwordPolicyConfig"] == expected)
    server.clock.advance(60)
    _ = try server.changeTenant(id, ["disableAuth": false], mask: "disableAuth")
    #expect(try get(id, server)["passwordPolicyConfig"] == expected)
    expected["lastUpdateTime"] = "2027-01-15T08:01:00.000000Z"
    let changed = try server.changeTenant(id, ["passwordPolicyConfig": policy], mask: "passwordPolicyConfig")
    #expect(changed["passwordPolicyConfig"] == expected)
    #expect(try server.setConfig(["passwordPolicyConfig": policy])["passwordPolicyConfig"] == expected)
    let emulator = try ServerHarness(policy: .emulator)
    let other = try emulator.makeTenant(["passwordPolicyConfig": policy])
    #expect(try get(other, emulator)["passwordPolicyConfig"] == policy)
  }

  /// As Google's service leaves it out; the emulator keeps lists.
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
    let unspecified: JSONValue = [
      "emailPasswordEnforcementState": "AUDIT",
      "phoneEnforcementState": "RECAPTCHA_PROVIDER_ENFORCEMENT_STATE_UNSPECIFIED",
      "useAccountDefender": false,
      "useSmsBotScore": false, "useSmsTollFraudProtection": false,
    ]
    #expect(
      tenant["recaptchaConfig"]
        == (policy.serviceAnswers
          ? unspecified
          : [
            "emailPasswordEnforcementState": "AUDIT", "phoneEnforcementState": "OFF",
            "useAccountDefender": false,
          ]))
    #expect(
      tenant["smsRegionConfig"]
        == ["allowByDefault": policy.serviceAnswers ? [:] : ["disallowedRegions": []]])
    let config = try server.setConfig(
      [
        "emailPrivacyConfig": ["enableImprovedEmailPrivacy": false],
        "recaptchaConfig": ["useAccountDefender": false],
        "signIn": ["phoneNumber": ["testPhoneNumbers": [:]], "anonymous": ["enabled": false]],
      ],
      mask:
        "emailPrivacyConfig,recaptchaConfig.useAccountDefender,signIn.phoneNumber.testPhoneNumbers,signIn.anonymous.enabled"
    )
    #expect(config["recaptchaConfig"]?["useAccountDefender"] == false)
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
      #expect(config["multiTenant"] == [:])
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
      (answer["tenants"]?.array ?? []).map(\.tenantID)
    }
    #expect(try list() == [:])
    let made = try [server.makeTenant(), server.makeTenant(), server.makeTenant()].sorted()
    _ = try server.call(CreateTenant.self, ["displayName": "acme"], project: "demo-test-2", asOwner: true)
    #expect(try ids(list()) == made)
    #expect(try list()["nextPageToken"] == nil)
    let first = try list(QueryItem("pageSize", "2"))
    #expect(ids(first) == Array(made.prefix(2)))
    #expect(first["nextPageToken"]?.string == made[1])
    #expect(try ids(list(QueryItem("pageSize", "2"), QueryItem("pageToken", made[1]))) == [made[2]])
    // A full last page leads to an empty one.
    let last = try list(QueryItem("pageSize", "1"), QueryItem("pageToken", made[1]))
    #expect(last["nextPageToken"]?.string == made[2])
    #expect(try list(QueryItem("pageToken", made[2])) == [:])
    #expect(try list(QueryItem("pageToken", "no token")) == [:])
    for size in ["-1", "0", "x", "99999999999999999999"] {
      #expect(try list(QueryItem("pageSize", size))["tenants"]?.array?.count == 3, "\(size)")
    }
    let emulator = try ServerHarness(policy: .emulator)
    #expect(try emulator.call(ListTenants.self, .init(), asOwner: true) == ["tenants": []])
  }

  @Test func aPageThatNoPageCanBeHoldsAllOfThem() throws {
    func count(_ size: String?, _ server: ServerHarness) throws -> Int? {
      let query = size.map { [QueryItem("pageSize", $0)] } ?? []
      return try server.call(ListTenants.self, .init(), query: query, asOwner: true)["tenants"]?.array?.count
    }
    let (server, emulator) = (try ServerHarness(), try ServerHarness(policy: .emulator))
    for server in [server, emulator] { for _ in 0..<21 { _ = try server.makeTenant() } }
    for size in [nil, "0", "-1", "1001"] { #expect(try count(size, server) == 21) }
    for (size, expected) in [(nil, 20), ("0", 20), ("-1", 21), ("1001", 21)] {
      #expect(try count(size, emulator) == expected)
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
    // What no tenant has is not looked at.
    #expect(try Self.members(server.changeTenant(id, [:], mask: "mfa,mfaConfig.stat")) == expected)
    // Without a mask it is the whole tenant, which has a name.
    let new: JSONValue = ["allowPasswordSignup": true, "displayName": "other"]
    #expect(try Self.members(server.changeTenant(id, new)) == tenant(id, new))
    let named: JSONValue = ["displayName": "third"]
    #expect(try Self.members(server.changeTenant(id, named, mask: "")) == tenant(id, named))
    #expect(refusal { try server.changeTenant("none", named) } == "TENANT_NOT_FOUND")
  }

  @Test func aWordMayStandForASwitch() throws {
    let server = try ServerHarness()
    let id = try server.makeTenant(["allowPasswordSignup": "yes", "enableEmailLinkSignin": "f"])
    #expect(try get(id, server)["allowPasswordSignup"] == true)
    #expect(try get(id, server)["enableEmailLinkSignin"] == nil)
    #expect(try server.changeTenant(id, ["disableAuth": "Yes"], mask: "disableAuth")["disableAuth"] == true)
    #expect(refusal { try server.signUp(in: id) } == "TENANT_DISABLED")
    #expect(try server.changeTenant(id, ["disableAuth": "0"], mask: "disableAuth")["disableAuth"] == nil)
    #expect(
      refusal { try ServerHarness(policy: .emulator).makeTenant(["allowPasswordSignup": "yes"]) }
        == "INVALID_ARGUMENT : allowPasswordSignup is true or false.")
  }

  @Test(arguments: [Policy.quick, .quickEmulator])
  func anAdministratorMakesAnAccountInTheTenantOfThePath(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let (id, other) = (try server.makeTenant(), try server.makeTenant())
    func make(_ operation: String) -> String? {
      refusal {
        try server.asOwner(
          .post, "v1/projects/demo-test/tenants/\(id)/accounts\(operation)",
          ["localId": "kim", "tenantId": .string(other)])
      }
    }
    #expect(make("") == (policy.serviceAnswers ? nil : "TENANT_ID_MISMATCH"))
    for operation in [":update", ":delete", ":lookup"] { #expect(make(operation) == "TENANT_ID_MISMATCH") }
    func isThere(_ tenant: String) throws -> Bool {
      try server.asOwner(
        .post, "v1/projects/demo-test/tenants/\(tenant)/accounts:lookup", ["localId": "kim"])["users"] != nil
    }
    #expect(try isThere(id) == policy.serviceAnswers)
    #expect(try !isThere(other))
  }

  /// A provider that nobody set up is there by itself, and one that another tenant set up is that tenant's.
  @Test func aTenantHasNoProviderOfAnother() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let (red, blue) = (try server.makeTenant(), try server.makeTenant())
    #expect(try server.authorize("oidc.corp", tenant: blue).authUri != nil)
    let config: JSONValue = ["enabled": true, "clientId": "c", "issuer": "https://id.example"]
    _ = try server.call(
      CreateProviderConfig<OAuthIdpConfigs>.self, config, tenant: red,
      query: [QueryItem(OAuthIdpConfigs.idParameter, "oidc.corp")], asOwner: true)
    let missing = "OPERATION_NOT_ALLOWED : The identity provider configuration is not found."
    #expect(refusal { try server.authorize("oidc.corp", tenant: blue) } == missing)
    #expect(
      refusal {
        var request = SignInWithIdp.Request(postBody: "providerId=oidc.corp&id_token=x")
        request.tenantId = blue
        return try server.call(SignInWithIdp.self, request)
      } == missing)
    #expect(try server.authorize("oidc.other", tenant: blue).authUri != nil)
    #expect(try server.authorize("oidc.corp").authUri != nil)
  }

  @Test func aTenantHasAName() throws {
    let server = try ServerHarness()
    let id = try server.makeTenant()
    let before = try get(id, server)
    for nameless: JSONValue in [[:], ["displayName": ""], ["displayName": .null]] {
      for attempt: () throws -> JSONValue in [
        { try server.call(CreateTenant.self, nameless, asOwner: true) },
        { try server.changeTenant(id, nameless) },
      ] {
        #expect(
          refusal(attempt) == "MISSING_DISPLAY_NAME : Missing tenant with valid display_name.",
          "\(nameless.text)")
      }
    }
    #expect(try get(id, server) == before)
    // Firebase's emulator does not ask for one, and takes it away.
    let emulator = try ServerHarness(policy: .emulator)
    let other = try emulator.makeTenant()
    #expect(try Self.members(emulator.changeTenant(other, ["disableAuth": true]))["displayName"] == nil)
  }

  @Test func whatNoTenantCanHaveIsRefused() throws {
    let server = try ServerHarness()
    let id = try server.makeTenant()
    let before = try get(id, server)
    func unknown(_ name: String, _ place: String = "tenant") -> String {
      "Invalid JSON payload received. Unknown name \"\(name)\" at '\(place)': Cannot find field."
    }
    let badName =
      "INVALID_DISPLAY_NAME : display_name should start with a letter and only consist of letters, digits and "
      + "hyphens with 4-20 characters."
    let numbers = JSONValue.object((0...10).map { .init("+165055501\($0 / 10)\($0 % 10)", "123456") })
    let bad: [(JSONValue, String?)] = [
      (["signIn": [:]], unknown("signIn")),
      (["mfaConfig": ["stat": 1]], unknown("stat", "tenant.mfa_config")),
      ([1], "Invalid JSON payload received. An object is needed."),
      (
        ["allowPasswordSignup": "maybe", "displayName": "acme"],
        "INVALID_ARGUMENT : allowPasswordSignup is true or false."
      ),
      (["disableAuth": 1, "displayName": "acme"], "INVALID_ARGUMENT : disableAuth is true or false."),
      (["displayName": 1], "INVALID_ARGUMENT : displayName is a text."), (["displayName": "abc"], badName),
      (["displayName": "1abc"], badName), (["displayName": "a tenant"], badName),
      (["displayName": "abcdefghijklmnopqrstu"], badName),
      (
        ["mfaConfig": ["state": "MAYBE"], "displayName": "acme"],
        "Invalid value at 'tenant.mfa_config.state' "
          + "(type.googleapis.com/google.cloud.identitytoolkit.admin.v2.MultiFactorAuthConfig.State), \"MAYBE\""
      ),
      (
        ["testPhoneNumbers": ["+16505550100": "1"], "displayName": "acme"],
        "INVALID_TESTING_PHONE_NUMBER : The code of +16505550100 is not six digits."
      ),
      (
        ["testPhoneNumbers": numbers, "displayName": "acme"],
        "INVALID_TESTING_PHONE_NUMBER : A project has at most 10 of them."
      ),
    ]
    for (body, problem) in bad {
      #expect(refusal { try server.call(CreateTenant.self, body, asOwner: true) } == problem, "\(body.text)")
      #expect(refusal { try server.changeTenant(id, body) } == problem, "\(body.text)")
    }
    #expect(try get(id, server) == before)
    #expect(try server.call(ListTenants.self, .init(), asOwner: true)["tenants"]?.array?.count == 1)
    // Firebase's emulator takes any name.
    let lenient = try ServerHarness(policy: .emulator)
    #expect(try lenient.makeTenant(["displayName": "A & B!"]).wholeMatch(of: /A-B-[a-z0-9]{5}/) != nil)
  }

  @Test func aDeletedTenantTakesAllThatItHadAlong() throws {
    let server = try ServerHarness(policy: .quick)
    let (gone, kept) = (try server.makeTenant(), try server.makeTenant())
    let (kim, lee) = (try server.signUp(in: gone), try server.signUp(in: kept))
    _ = try server.sendLink(in: gone)
    _ = try server.call(DeleteTenant.self, .init(), tenant: gone, asOwner: true)
    #expect(try server.count("SELECT count(*) FROM accounts") == 1)
    #expect(try server.count("SELECT count(*) FROM action_codes") == 0)
    let path = "v1/projects/demo-test/tenants/\(gone)/accounts"
    var named = Lookup.Request(idToken: kim.idToken)
    named.tenantId = gone
    let attempts: [() throws -> Any?] = [
      { try server.lookup(kim.idToken) },
      { try server.call(Lookup.self, named) },
      { try server.refresh(kim.refreshToken) }, { try server.signIn(in: gone) },
      { try server.signUp(in: gone, nil) }, { try server.asOwner(.post, path) },
      { try server.asOwner(.post, path + ":lookup") },
    ]
    for attempt in attempts { #expect(refusal(attempt) == "TENANT_DELETED") }
    let refresh = try server.send(
      .post, "/securetoken.googleapis.com/v1/token", query: [QueryItem("key", "k")],
      body: #"{"grantType":"refresh_token","refreshToken":"\#(kim.refreshToken ?? "")"}"#)
    #expect(
      JSONValue(json: refresh.body)
        == ["error": ["code": 400, "message": "TENANT_DELETED", "status": "INVALID_ARGUMENT"]])
    #expect(refusal { try server.startTOTPEnrollment(kim.idToken) } == "TENANT_DELETED")
    #expect(refusal { try get(gone, server) } == "TENANT_NOT_FOUND")
    #expect(
      refusal { try server.call(DeleteTenant.self, .init(), tenant: gone, asOwner: true) }
        == "TENANT_NOT_FOUND")
    #expect(try server.lookup(lee.idToken)?.tenantId == kept)
    #expect(refusal { try server.signIn(in: "never") } == "INVALID_TENANT_ID")
    // An administrator's word makes another tenant of this name, which knows nobody.
    _ = try server.call(EnsureTenant.self, .init(), tenant: gone, asOwner: true)
    #expect(refusal { try server.lookup(kim.idToken) } == "USER_NOT_FOUND")
    #expect(refusal { try server.refresh(kim.refreshToken) } == "USER_NOT_FOUND")
    _ = try server.call(DeleteTenant.self, .init(), tenant: gone, asOwner: true)
    #expect(refusal { try server.signIn(in: gone) } == "TENANT_DELETED")
    // A project that starts afresh has forgotten it.
    _ = try server.call(ResetProject.self, .init())
    #expect(refusal { try server.signIn(in: gone) } == "INVALID_TENANT_ID")
    #expect(refusal { try server.refresh(kim.refreshToken) } == "INVALID_REFRESH_TOKEN")
  }

  @Test func aResetForgetsOnlyWhatItsOwnProjectHadDeleted() throws {
    let server = try ServerHarness(policy: .quick)
    let (gone, kept) = (try server.makeTenant(), try server.makeTenant())
    let sessions = [try server.signUp(in: gone), try server.signUp(), try server.signUp(in: kept)]
    _ = try server.call(DeleteTenant.self, .init(), tenant: gone, asOwner: true)
    for session in sessions.dropFirst() {
      _ = try server.call(DeleteAccount.self, .init(idToken: session.idToken))
    }
    func refreshes() -> [String?] {
      sessions.map { session in refusal { try server.refresh(session.refreshToken) } }
    }
    #expect(refreshes() == ["TENANT_DELETED", "USER_NOT_FOUND", "USER_NOT_FOUND"])
    _ = try server.call(ResetProject.self, .init(), project: "other")
    #expect(refreshes() == ["TENANT_DELETED", "USER_NOT_FOUND", "USER_NOT_FOUND"])
    _ = try server.call(ResetProject.self, .init(), tenant: kept)
    #expect(refreshes() == ["TENANT_DELETED", "USER_NOT_FOUND", "INVALID_REFRESH_TOKEN"])
    _ = try server.call(ResetProject.self, .init())
    #expect(refreshes() == ["INVALID_REFRESH_TOKEN", "INVALID_REFRESH_TOKEN", "INVALID_REFRESH_TOKEN"])
    #expect(try server.count("SELECT count(*) FROM former_accounts") == 0)
  }

  @Test func whatWasDeletedIsForgottenAsLateAsTheLastSessionCookieEnds() throws {
    let server = try ServerHarness(policy: .quick)
    func deleteTenant() throws -> String {
      let tenant = try server.makeTenant()
      try server.signUp(in: tenant)
      _ = try server.call(DeleteTenant.self, .init(), tenant: tenant, asOwner: true)
      return tenant
    }
    let old = try deleteTenant()
    server.clock.advance(1_209_600)
    let middle = try deleteTenant()
    #expect(refusal { try server.signIn(in: old) } == "TENANT_DELETED")
    server.clock.advance(1)
    let new = try deleteTenant()
    #expect(
      [old, middle, new].map { tenant in refusal { try server.signIn(in: tenant) } }
        == ["INVALID_TENANT_ID", "TENANT_DELETED", "TENANT_DELETED"])
    // The uids go once a day, with the sessions of their accounts.
    #expect(try server.count("SELECT count(*) FROM former_accounts") == 3)
    server.clock.advance(86_400)
    _ = try deleteTenant()
    #expect(try server.count("SELECT count(*) FROM former_accounts") == 3)
    #expect(try server.count("SELECT count(*) FROM refresh_tokens") == 3)
  }

  @Test func eachSurfaceHasItsOwnWordForATenantThatIsNotThere() throws {
    let server = try ServerHarness()
    let errors: JSONValue = [["domain": "global", "message": "INVALID_TENANT_ID", "reason": "invalid"]]
    let older: JSONValue = ["code": 400, "errors": errors, "message": "INVALID_TENANT_ID"]
    let newer: JSONValue = ["code": 404, "message": "TENANT_NOT_FOUND", "status": "NOT_FOUND"]
    func check(_ method: HTTPMethod, _ path: String, _ error: JSONValue) throws {
      for prefix in path.hasPrefix("v2/projects") ? ["", "admin/"] : [""] {
        let response = try server.send(
          method, "/identitytoolkit.googleapis.com/\(prefix)\(path)",
          headers: ["Authorization": "Bearer owner"], body: method == .get ? "" : #"{"displayName":"acme"}"#)
        #expect(response.status == (error == older ? 400 : 404), "\(path)")
        #expect(JSONValue(json: response.body) == ["error": error], "\(path)")
      }
    }
    try check(.post, "v1/projects/demo-test/tenants/none/accounts", older)
    try check(.post, "v1/projects/demo-test/tenants/none/accounts:lookup", older)
    try check(.get, "v1/projects/demo-test/tenants/none/accounts:batchGet", older)
    for method: HTTPMethod in [.get, .patch, .delete] {
      try check(method, "v2/projects/demo-test/tenants/none", newer)
    }
    for list in ["oauthIdpConfigs", "inboundSamlConfigs", "defaultSupportedIdpConfigs"] {
      try check(.get, "v2/projects/demo-test/tenants/none/" + list, newer)
    }
    let policys: JSONValue = ["code": 400, "message": "INVALID_TENANT_ID", "status": "INVALID_ARGUMENT"]
    for (route, error) in [("passwordPolicy", policys), ("recaptchaConfig", newer)] {
      let query = [QueryItem("key", "k"), QueryItem("tenantId", "none")] + Self.webClient
      let response = try server.send(.get, "/identitytoolkit.googleapis.com/v2/" + route, query: query)
      #expect(JSONValue(json: response.body) == ["error": error], "\(route)")
    }
    let start = StartMFASignIn.Request(
      mfaPendingCredential: "x", mfaEnrollmentId: "y", phoneSignInInfo: .init(phoneNumber: nil),
      tenantId: "none")
    #expect(refusal { try server.call(StartMFASignIn.self, start) } == "TENANT_NOT_FOUND")
  }

  @Test func theEmulatorHasATenantFromItsFirstMentionOn() throws {
    let server = try ServerHarness(policy: .quickEmulator)
    let kim = try server.signUp(in: "fresh")
    let expected = emulated(
      "fresh",
      [
        "allowPasswordSignup": true, "enableEmailLinkSignin": true, "enableAnonymousUser": true,
        "mfaConfig": ["enabledProviders": ["PHONE_SMS"], "state": "ENABLED"],
      ])
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
