import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

/// What administrators set for identity providers.
@Suite struct ProviderConfigTests {
  private static let oidc: JSONValue = [
    "displayName": "Corp", "enabled": true, "clientId": "client-1", "issuer": "https://id.example",
    "clientSecret": "s3cret", "responseType": ["code": true],
  ]
  private static let saml: JSONValue = [
    "displayName": "Corp", "enabled": true,
    "idpConfig": [
      "idpEntityId": "e1", "ssoUrl": "https://id.example/sso", "idpCertificates": [["x509Certificate": "c1"]],
    ],
    "spConfig": ["spEntityId": "r1", "callbackUri": "https://app.example/cb"],
  ]

  private func create<C: ProviderCollection>(
    _ collection: C.Type, _ id: String?, _ config: JSONValue, _ server: ServerHarness, tenant: String? = nil
  ) throws -> JSONValue {
    try server.call(
      CreateProviderConfig<C>.self, config, tenant: tenant,
      query: id.map { [QueryItem(C.idParameter, $0)] } ?? [], asOwner: true)
  }

  @Test func anOpenIDProviderIsSetShownChangedAndForgotten() throws {
    let server = try ServerHarness()
    var expected = Self.oidc
    expected["name"] = "projects/312950043993/oauthIdpConfigs/oidc.corp"
    func sorted(_ value: JSONValue) -> [String: JSONValue] {
      Dictionary(uniqueKeysWithValues: (value.members ?? []).map { ($0.name, $0.value) })
    }
    #expect(sorted(try create(OAuthIdpConfigs.self, "oidc.corp", Self.oidc, server)) == sorted(expected))
    // Google's service tells the secret, and its SDKs compare it.
    let shown = try server.call(
      GetProviderConfig<OAuthIdpConfigs>.self, .init(), config: "oidc.corp", asOwner: true)
    #expect(sorted(shown) == sorted(expected))
    let changed = try server.call(
      UpdateProviderConfig<OAuthIdpConfigs>.self,
      ["clientId": "client-2", "displayName": "x", "responseType": ["code": false, "idToken": true]],
      config: "oidc.corp", query: [.init("updateMask", "clientId,responseType.idToken,responseType.code")],
      asOwner: true)
    #expect(changed["clientId"] == "client-2")
    #expect(changed["displayName"] == "Corp")
    #expect(changed["responseType"] == ["idToken": true])
    let unmasked = try server.call(
      UpdateProviderConfig<OAuthIdpConfigs>.self, ["enabled": false], config: "oidc.corp", asOwner: true)
    #expect(unmasked["enabled"] == nil)
    #expect(unmasked["clientSecret"] == "s3cret")
    #expect(
      try server.call(
        UpdateProviderConfig<OAuthIdpConfigs>.self, ["displayName": .null], config: "oidc.corp",
        query: [.init("updateMask", "displayName")], asOwner: true)["displayName"] == nil)
    // Masked as a whole: the new value replaces all of it.
    #expect(
      try server.call(
        UpdateProviderConfig<OAuthIdpConfigs>.self,
        ["issuer": "https://other.example", "responseType": ["code": true]], config: "oidc.corp",
        query: [.init("updateMask", "issuer,responseType")], asOwner: true)["responseType"] == ["code": true])
    // Masked and not given: taken away.
    #expect(
      try server.call(
        UpdateProviderConfig<OAuthIdpConfigs>.self, [:], config: "oidc.corp",
        query: [.init("updateMask", "clientSecret,responseType")], asOwner: true)["clientSecret"] == nil)
    _ = try server.call(
      DeleteProviderConfig<OAuthIdpConfigs>.self, .init(), config: "oidc.corp", asOwner: true)
    for refused in [
      refusal {
        try server.call(
          GetProviderConfig<OAuthIdpConfigs>.self, .init(), config: "oidc.corp", asOwner: true)
      },
      refusal {
        try server.call(
          DeleteProviderConfig<OAuthIdpConfigs>.self, .init(), config: "oidc.corp", asOwner: true)
      },
      refusal {
        try server.call(
          UpdateProviderConfig<OAuthIdpConfigs>.self, Self.oidc, config: "oidc.corp", asOwner: true)
      },
    ] { #expect(refused == "CONFIGURATION_NOT_FOUND") }
  }

  @Test func theThreeCollectionsAreListedByPages() throws {
    let server = try ServerHarness()
    let none = try server.call(ListProviderConfigs<OAuthIdpConfigs>.self, .init(), asOwner: true)
    #expect(none == [:])
    for id in ["oidc.c", "oidc.a", "oidc.b"] { _ = try create(OAuthIdpConfigs.self, id, Self.oidc, server) }
    _ = try create(InboundSamlConfigs.self, "saml.corp", Self.saml, server)
    _ = try create(DefaultSupportedIdpConfigs.self, "google.com", ["enabled": true], server)
    func list<C: ProviderCollection>(_ collection: C.Type, _ query: [QueryItem] = []) throws -> JSONValue {
      try server.call(ListProviderConfigs<C>.self, .init(), query: query, asOwner: true)
    }
    func names(_ page: JSONValue, _ collection: String) -> [String] {
      (page[collection]?.array ?? []).compactMap {
        $0["name"]?.string?.split(separator: "/").last.map(String.init)
      }
    }
    let first = try list(OAuthIdpConfigs.self, [.init("pageSize", "2")])
    #expect(names(first, "oauthIdpConfigs") == ["oidc.a", "oidc.b"])
    let token = try #require(first["nextPageToken"]?.string)
    let last = try list(OAuthIdpConfigs.self, [.init("pageSize", "2"), .init("pageToken", token)])
    #expect(names(last, "oauthIdpConfigs") == ["oidc.c"])
    #expect(last["nextPageToken"] == nil)
    #expect(names(try list(InboundSamlConfigs.self), "inboundSamlConfigs") == ["saml.corp"])
    #expect(
      names(try list(DefaultSupportedIdpConfigs.self), "defaultSupportedIdpConfigs") == ["google.com"])
  }

  @Test func aTenantHasItsOwn() throws {
    let server = try ServerHarness(policy: .emulator)
    let made = try create(OAuthIdpConfigs.self, "oidc.corp", Self.oidc, server, tenant: "red")
    #expect(made["name"] == "projects/demo-test/tenants/red/oauthIdpConfigs/oidc.corp")
    #expect(
      refusal {
        try server.call(GetProviderConfig<OAuthIdpConfigs>.self, .init(), config: "oidc.corp", asOwner: true)
      } == "CONFIGURATION_NOT_FOUND")
    _ = try server.call(DeleteTenant.self, .init(), tenant: "red", asOwner: true)
    #expect(try server.count("SELECT count(*) FROM provider_configurations") == 0)
  }

  @Test(arguments: [nil, "red"])
  func aResetForgetsThem(tenant: String?) throws {
    let server = try ServerHarness(policy: .emulator)
    _ = try create(OAuthIdpConfigs.self, "oidc.corp", Self.oidc, server, tenant: tenant)
    _ = try server.authorize("google.com", tenant: tenant)
    _ = try server.call(ClearAccounts.self, .init(), tenant: tenant)
    #expect(try server.count("SELECT count(*) FROM provider_configurations") == 1)
    _ = try server.call(ResetProject.self, .init(), tenant: tenant)
    #expect(try server.count("SELECT count(*) FROM provider_configurations") == 0)
    #expect(try server.count("SELECT count(*) FROM provider_authorizations") == 0)
  }

  @Test func whatNoProviderCouldBeAskedWithIsRefused() throws {
    let server = try ServerHarness()
    _ = try create(OAuthIdpConfigs.self, "oidc.corp", Self.oidc, server)
    #expect(
      refusal { try create(OAuthIdpConfigs.self, "oidc.corp", Self.oidc, server) } == "CONFIGURATION_EXISTS")
    for id in [nil, "", "oidc.", "corp", "saml.corp", "oidc.A", "oidc.a b", "google.com"] {
      #expect(
        refusal { try create(OAuthIdpConfigs.self, id, Self.oidc, server) } == "INVALID_CONFIG_ID",
        "\(id ?? "")")
    }
    #expect(
      refusal { try create(InboundSamlConfigs.self, "oidc.x", Self.saml, server) } == "INVALID_CONFIG_ID")
    #expect(
      refusal { try create(DefaultSupportedIdpConfigs.self, "oidc.x", [:], server) } == "INVALID_CONFIG_ID")
    func oidc(_ name: String, _ value: JSONValue?) -> String? {
      var config = Self.oidc
      config[name] = value
      return refusal { try create(OAuthIdpConfigs.self, "oidc.new", config, server) }
    }
    #expect(oidc("clientId", nil) == "MISSING_OAUTH_CLIENT_ID")
    #expect(oidc("clientId", 1) == "INVALID_OAUTH_CLIENT_ID")
    #expect(oidc("issuer", "") == "MISSING_ISSUER")
    for issuer: JSONValue in ["x", "http://id.example", "https://id.example/?a=b", 1] {
      #expect(
        oidc("issuer", issuer) == "INVALID_ISSUER : Issuer in OAuthIdpConfig should be a valid URL.")
    }
    #expect(oidc("issuer", "http://127.0.0.1:8080") == nil)
    for secret: JSONValue? in [nil, ""] {
      #expect(
        oidc("clientSecret", secret) == "INVALID_CONFIG : client_secret cannot be empty for code flow.")
    }
    #expect(oidc("responseType", ["code": true, "idToken": true])?.hasPrefix("INVALID_CONFIG") == true)
    for (name, value): (String, JSONValue) in [
      ("responseType", ["code": 1]), ("clientSecret", 1), ("enabled", "yes"), ("displayName", 1),
    ] { #expect(oidc(name, value)?.hasPrefix("INVALID_CONFIG") == true, "\(name)") }
    #expect(
      oidc("colour", "red")?.hasPrefix("Invalid JSON payload received. Unknown name \"colour\"") == true)
    func saml(_ part: String, _ name: String, _ value: JSONValue?) -> String? {
      var config = Self.saml
      config[part]?[name] = value
      return refusal { try create(InboundSamlConfigs.self, "saml.new", config, server) }
    }
    #expect(saml("idpConfig", "ssoUrl", nil)?.hasPrefix("INVALID_CONFIG") == true)
    for address: JSONValue in [
      "http://id.example/sso", "https://id.example/sso#x", "https://a@id.example/sso", "javascript:alert(1)",
    ] {
      #expect(
        saml("idpConfig", "ssoUrl", address) == "INVALID_CONFIG : idpConfig.ssoUrl should be a valid URL.")
    }
    #expect(saml("idpConfig", "ssoUrl", "http://127.0.0.1:8080/sso?a=b") == nil)
    #expect(saml("idpConfig", "idpCertificates", [])?.hasPrefix("INVALID_CONFIG") == true)
    #expect(saml("idpConfig", "idpCertificates", [[:]])?.hasPrefix("INVALID_CONFIG") == true)
    #expect(saml("spConfig", "spEntityId", nil) == "MISSING_SAML_RELYING_PARTY_CONFIG")
    #expect(
      saml("spConfig", "x", 1)?.hasSuffix("Unknown name \"x\" at 'spConfig'.") == true)
    // A change that would leave nothing to ask with is none.
    #expect(
      refusal {
        try server.call(
          UpdateProviderConfig<OAuthIdpConfigs>.self, [:], config: "oidc.corp",
          query: [.init("updateMask", "clientId")], asOwner: true)
      } == "MISSING_OAUTH_CLIENT_ID")
  }

  @Test func onlyTheOwnerSeesThem() throws {
    let server = try ServerHarness()
    for path in ["oauthIdpConfigs", "inboundSamlConfigs/saml.x", "defaultSupportedIdpConfigs"] {
      let answer = try server.send(
        .get, "/identitytoolkit.googleapis.com/v2/projects/demo-test/" + path, query: [.init("key", "k")])
      #expect(answer.status == 400)
    }
  }

  @Test func aDisabledProviderEndsWhatWasBegun() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let (session, address) = try server.comeBack(as: "kim@example.com")
    let begun = try server.authorize()
    let signedIn = try server.signIn(at: "google.com", as: "kim@example.com")
    _ = try create(DefaultSupportedIdpConfigs.self, "google.com", ["enabled": false], server)
    let refused = "OPERATION_NOT_ALLOWED : The identity provider configuration is disabled."
    #expect(
      refusal { try server.finish(session, address) }
        == "INVALID_IDP_RESPONSE : The session is not known here, was used, or has expired.")
    #expect(refusal { try server.authorize() } == refused)
    #expect(try server.browse(begun.authUri).status == 400)
    let form = FormEncoding.encode([
      .init("providerId", "google.com"), .init("id_token", try #require(signedIn.oauthIdToken)),
    ])
    #expect(refusal { try server.call(SignInWithIdp.self, .init(postBody: form)) } == refused)
    // Enabled again, what was begun then is over all the same.
    _ = try server.call(
      UpdateProviderConfig<DefaultSupportedIdpConfigs>.self, ["enabled": true], config: "google.com",
      asOwner: true)
    #expect(refusal { try server.finish(session, address) }?.hasPrefix("INVALID_IDP_RESPONSE") == true)
    #expect(try server.browse(begun.authUri).status == 400)
  }
}
