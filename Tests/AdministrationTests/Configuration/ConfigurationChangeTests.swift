import Administration
import Essentials
import IdentityToolkit
import Testing

@Suite struct ConfigurationChangeTests {
  private func document(
    _ config: JSONValue, _ providers: [String: JSONValue] = [:], project: String = "demo"
  ) -> ConfigurationDocument {
    ConfigurationDocument(config: config, providers: providers, project: project)
  }

  private func changes(_ old: JSONValue, _ new: JSONValue) -> [ConfigurationChange] {
    document(old).changes(to: document(new))
  }

  @Test(
    arguments: [
      ([:], ["signIn": ["anonymous": ["enabled": false], "email": [:]], "multiTenant": [:]]),
      (["authorizedDomains": ["a", "b"]], ["authorizedDomains": ["b", "a", "b"]]),
      (["authorizedDomains": []], ["authorizedDomains": ["demo.web.app"]]),
      ([:], ["mfa": ["state": "DISABLED", "enabledProviders": []]]),
      (
        [:],
        ["mfa": ["providerConfigs": [["state": "DISABLED", "totpProviderConfig": ["adjacentIntervals": 3]]]]]
      ),
      (
        ["mfa": ["providerConfigs": [["state": "ENABLED", "totpProviderConfig": [:]]]]],
        [
          "mfa": [
            "state": "ENABLED",
            "providerConfigs": [["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 5]]],
          ]
        ]
      ),
      (
        ["recaptchaConfig": ["phoneEnforcementState": "RECAPTCHA_PROVIDER_ENFORCEMENT_STATE_UNSPECIFIED"]],
        ["recaptchaConfig": ["phoneEnforcementState": "OFF", "useSmsBotScore": false]]
      ),
      (
        ["passwordPolicyConfig": ["passwordPolicyEnforcementState": "ENFORCE"]],
        [
          "passwordPolicyConfig": [
            "passwordPolicyEnforcementState": "ENFORCE", "lastUpdateTime": "2026-11-01T00:00:00Z",
            "forceUpgradeOnSignin": false,
          ]
        ]
      ),
      ([:], ["mobileLinksConfig": ["domain": "HOSTING_DOMAIN"], "notification": ["defaultLocale": "en"]]),
      (
        [:],
        ["quota": ["signUpQuotaConfig": ["quota": "1"]], "monitoring": ["requestLogging": ["enabled": true]]]
      ),
      (
        ["smsRegionConfig": ["allowlistOnly": [:]]],
        ["smsRegionConfig": ["allowlistOnly": ["allowedRegions": []], "allowByDefault": nil]]
      ),
      (
        ["signIn": ["phoneNumber": ["testPhoneNumbers": ["+16505553434": "111111"]]]],
        ["signIn": ["phoneNumber": ["testPhoneNumbers": ["+16505553434": nil]]]]
      ),
    ] as [(JSONValue, JSONValue)])
  func theseMeanTheSame(_ old: JSONValue, _ new: JSONValue) {
    #expect(changes(old, new) == [])
    #expect(changes(new, old) == [])
  }

  @Test(
    arguments: [
      (
        [:], ["smsRegionConfig": ["allowlistOnly": [:]]],
        [.init(["config", "smsRegionConfig", "allowlistOnly"], before: nil, after: [:])]
      ),
      (
        ["smsRegionConfig": ["allowByDefault": [:]]],
        ["smsRegionConfig": ["allowlistOnly": ["allowedRegions": ["VN"]]]],
        [
          .init(["config", "smsRegionConfig", "allowByDefault"], before: [:], after: nil),
          .init(
            ["config", "smsRegionConfig", "allowlistOnly", "allowedRegions"], before: nil, after: ["VN"]),
        ]
      ),
      (
        ["signIn": ["anonymous": ["enabled": false]]],
        ["signIn": ["anonymous": ["enabled": true], "phoneNumber": ["enabled": true]]],
        [
          .init(["config", "signIn", "anonymous", "enabled"], before: false, after: true),
          .init(["config", "signIn", "phoneNumber", "enabled"], before: nil, after: true),
        ]
      ),
      (
        ["autodeleteAnonymousUsers": true], [:],
        [.init(["config", "autodeleteAnonymousUsers"], before: true, after: false)]
      ),
      (
        ["mfa": ["providerConfigs": [["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 0]]]]],
        ["mfa": ["providerConfigs": [["state": "ENABLED", "totpProviderConfig": [:]]]]],
        [
          .init(
            ["config", "mfa", "providerConfigs"],
            before: [["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 0]]],
            after: [["state": "ENABLED", "totpProviderConfig": [:]]])
        ]
      ),
      (
        ["signIn": ["phoneNumber": ["testPhoneNumbers": ["+16505553434": "111111", "+1": "1"]]]],
        ["signIn": ["phoneNumber": ["testPhoneNumbers": ["+16505553434": "222222"]]]],
        [
          .init(
            ["config", "signIn", "phoneNumber", "testPhoneNumbers"], before: ["+1", "+16505553434"],
            after: ["+16505553434"]),
          .init(
            ["config", "signIn", "phoneNumber", "testPhoneNumbers", "+16505553434"], before: nil, after: nil),
        ]
      ),
      (
        ["notification": ["sendEmail": ["smtp": ["host": "h"]]]],
        ["notification": ["sendEmail": ["smtp": ["host": "h", "password": "p"]]]],
        [.init(["config", "notification", "sendEmail", "smtp", "password"], before: nil, after: nil)]
      ),
    ] as [(JSONValue, JSONValue, [ConfigurationChange])])
  func theseDiffer(_ old: JSONValue, _ new: JSONValue, _ expected: [ConfigurationChange]) {
    #expect(changes(old, new) == expected)
  }

  @Test func aListSaysWhatIsNew() throws {
    let change = try #require(
      changes(["authorizedDomains": ["a", "b"]], ["authorizedDomains": ["b", "c"]]).first)
    #expect(change == .init(["config", "authorizedDomains"], before: ["a", "b"], after: ["b", "c"]))
    #expect(change.path == "config.authorizedDomains")
    #expect(change.added == ["c"])
    #expect(change.removed == ["a"])
  }

  @Test func hostingDomainsOfEachProjectAreNoDifference() throws {
    let staging = document(["authorizedDomains": ["staging.web.app", "a"]], project: "staging")
    let production = document(
      ["authorizedDomains": ["prod.web.app", "prod.firebaseapp.com", "a"]], project: "prod")
    #expect(staging.changes(to: production) == [])
    let file = try ConfigurationDocument(text: #"{"config":{"authorizedDomains":["a","prod.web.app"]}}"#)
    #expect(file.changes(to: production) == [])
    #expect(
      file.changes(to: staging) == [
        .init(["config", "authorizedDomains"], before: ["a", "prod.web.app"], after: ["a"])
      ])
  }

  @Test func providersComeAndGoAsAWhole() {
    let old = document(
      [:], ["google.com": ["enabled": true, "clientSecret": "old"], "oidc.a": [:], "oidc.b": [:]])
    let new = document([:], ["google.com": ["clientSecret": "new"], "oidc.b": ["name": "n"], "oidc.c": [:]])
    #expect(
      old.changes(to: new) == [
        .init(["providers", "google.com", "clientSecret"], before: nil, after: nil),
        .init(["providers", "google.com", "enabled"], before: true, after: nil),
        .init(["providers", "oidc.a"], before: [:], after: nil),
        .init(["providers", "oidc.c"], before: nil, after: [:]),
      ])
  }

  @Test func aPartThatAFileDoesNotHaveIsNotCompared() throws {
    let file = try ConfigurationDocument(text: #"{"config":{"signIn":{"email":{"enabled":true}}}}"#)
    let project = document(["signIn": [:], "multiTenant": ["allowTenants": true]], ["google.com": [:]])
    let path = ["config", "signIn", "email", "enabled"]
    #expect(file.changes(to: project) == [.init(path, before: true, after: nil)])
    #expect(project.changes(to: file) == [.init(path, before: nil, after: true)])
  }

  @Test func aFileDoesNotDifferFromItsProject() throws {
    let file = try ConfigurationDocument(text: ConfigurationFixture.document.text)
    #expect(file.changes(to: ConfigurationFixture.document) == [])
    #expect(ConfigurationFixture.document.changes(to: file) == [])
  }
}
