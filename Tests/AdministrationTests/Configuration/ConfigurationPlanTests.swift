import Administration
import Essentials
import IdentityToolkit
import Testing

@Suite struct ConfigurationPlanTests {
  private func document(_ config: JSONValue, _ providers: [String: JSONValue] = [:]) -> ConfigurationDocument
  {
    ConfigurationDocument(config: config, providers: providers, project: "target")
  }

  private func plan(
    _ config: JSONValue, _ providers: [String: JSONValue] = [:], to file: JSONValue
  ) throws -> ConfigurationPlan {
    ConfigurationPlan(from: document(config, providers), to: try ConfigurationDocument(text: file.text))
  }

  @Test func nothingIsDoneForTheSameConfiguration() {
    let document = ConfigurationFixture.document
    #expect(ConfigurationPlan(from: document, to: document).steps == [])
    #expect(ConfigurationPlan(from: document, to: document).missing == [])
  }

  @Test func aMaskNamesOnlyWhatChanges() throws {
    let plan = try plan(
      [
        "signIn": ["anonymous": ["enabled": true], "email": ["enabled": true]],
        "mfa": ["state": "ENABLED"],
        "recaptchaConfig": ["phoneEnforcementState": "AUDIT", "emailPasswordEnforcementState": "ENFORCE"],
        "blockingFunctions": ["triggers": ["beforeCreate": ["functionUri": "https://f.example.com/a"]]],
      ],
      to: [
        "config": [
          "signIn": ["email": ["enabled": true, "passwordRequired": true]],
          "mfa": ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]],
          "recaptchaConfig": [
            "phoneEnforcementState": "ENFORCE", "emailPasswordEnforcementState": "ENFORCE",
          ],
          "blockingFunctions": ["triggers": [:]],
          "passwordPolicyConfig": ["passwordPolicyEnforcementState": "ENFORCE"],
          "smsRegionConfig": ["allowlistOnly": [:]],
        ]
      ])
    #expect(
      plan.steps == [
        .updateConfig(
          [
            "blockingFunctions": ["triggers": [:]],
            "mfa": ["enabledProviders": ["PHONE_SMS"], "state": "ENABLED"],
            "passwordPolicyConfig": ["passwordPolicyEnforcementState": "ENFORCE"],
            "recaptchaConfig": ["phoneEnforcementState": "ENFORCE"],
            "signIn": ["anonymous": ["enabled": nil], "email": ["passwordRequired": true]],
            "smsRegionConfig": ["allowlistOnly": [:]],
          ],
          mask: [
            "blockingFunctions.triggers", "mfa", "passwordPolicyConfig",
            "recaptchaConfig.phoneEnforcementState",
            "signIn.anonymous.enabled", "signIn.email.passwordRequired", "smsRegionConfig",
          ])
      ])
  }

  @Test func theTargetKeepsItsHostingDomains() throws {
    let plan = try plan(
      ["authorizedDomains": ["localhost", "target.firebaseapp.com", "target.web.app"]],
      to: ["config": ["authorizedDomains": ["app.example.com", "target.web.app"]]])
    #expect(
      plan.steps == [
        .updateConfig(
          ["authorizedDomains": ["app.example.com", "target.firebaseapp.com", "target.web.app"]],
          mask: ["authorizedDomains"])
      ])
  }

  private func numbers(_ numbers: JSONValue) -> JSONValue {
    ["signIn": ["phoneNumber": ["testPhoneNumbers": numbers]]]
  }

  private let mask = ["signIn.phoneNumber.testPhoneNumbers"]

  @Test func aFictionalNumberKeepsItsCode() throws {
    let plan = try plan(
      numbers(["+16505553434": "111111", "+16505553435": "222222", "+16505553436": "333333"]),
      to: ["config": numbers(["+16505553434": nil, "+16505553435": "444444", "+16505553437": "555555"])])
    #expect(
      plan.steps == [
        .updateConfig(
          numbers(["+16505553434": "111111", "+16505553435": "444444", "+16505553437": "555555"]), mask: mask)
      ])
    #expect(plan.missing == [])
  }

  @Test func aCodeAloneCanChange() throws {
    let file: JSONValue = ["config": numbers(["+16505553434": "444444"])]
    #expect(
      try plan(numbers(["+16505553434": "111111"]), to: file).steps == [
        .updateConfig(numbers(["+16505553434": "444444"]), mask: mask)
      ])
    #expect(try plan(numbers(["+16505553434": "444444"]), to: file).steps == [])
  }

  @Test func aNewNumberWithoutACodeIsMissing() throws {
    let path = "config.signIn.phoneNumber.testPhoneNumbers.+16505553435"
    let file: JSONValue = ["config": numbers(["+16505553434": nil, "+16505553435": nil])]
    let unchanged = try plan(numbers(["+16505553434": "111111"]), to: file)
    #expect(unchanged.steps == [])
    #expect(unchanged.missing == [path])
    let shorter = try plan(numbers(["+16505553434": "111111", "+16505553436": "222222"]), to: file)
    #expect(shorter.steps == [.updateConfig(numbers(["+16505553434": "111111"]), mask: mask)])
    #expect(shorter.missing == [path])
  }

  @Test func aSecretThatOnlyTheFileHasIsSet() throws {
    let file: JSONValue = [
      "config": ["notification": ["sendEmail": ["smtp": ["host": "h", "password": "p"]]]]
    ]
    #expect(
      try plan([:], to: file).steps == [
        .updateConfig(
          ["notification": ["sendEmail": ["smtp": ["host": "h", "password": "p"]]]],
          mask: ["notification.sendEmail.smtp.host", "notification.sendEmail.smtp.password"])
      ])
  }

  @Test func providersAreCreatedUpdatedAndRemoved() throws {
    let plan = try plan(
      [:],
      [
        "google.com": ["enabled": true, "clientId": "1", "clientSecret": "s"],
        "oidc.old": ["issuer": "https://old.example.com"],
        "saml.hr": [
          "enabled": true, "spConfig": ["callbackUri": "https://sp.example.com/", "spEntityId": "sp"],
        ],
      ],
      to: [
        "providers": [
          "google.com": ["clientId": "2", "clientSecret": "t"],
          "oidc.new": ["issuer": "https://new.example.com", "clientId": "3"],
          "saml.hr": ["enabled": true, "spConfig": ["spEntityId": "sp"]],
          "saml.new": ["spConfig": ["spEntityId": "sp"]],
        ]
      ])
    let page: JSONValue = "https://target.firebaseapp.com/__/auth/handler"
    #expect(
      plan.steps == [
        .createProvider("oidc.new", ["clientId": "3", "issuer": "https://new.example.com"]),
        .createProvider("saml.new", ["spConfig": ["spEntityId": "sp", "callbackUri": page]]),
        .updateProvider(
          "google.com", ["clientId": "2", "clientSecret": "t", "enabled": nil],
          mask: ["clientId", "clientSecret", "enabled"]),
        .updateProvider("saml.hr", ["spConfig": ["callbackUri": page]], mask: ["spConfig.callbackUri"]),
        .removeProvider("oidc.old"),
      ])
    #expect(plan.missing == [])
  }

  @Test func providersStayIfTheFileHasNoList() throws {
    #expect(try plan([:], ["google.com": ["enabled": true]], to: ["config": [:]]).steps == [])
  }

  @Test func aNewProviderNeedsItsSecrets() throws {
    let plan = try plan(
      [:], ["github.com": ["clientSecret": "s"]],
      to: [
        "providers": [
          "apple.com": ["appleSignInConfig": ["codeFlowConfig": ["privateKey": nil, "keyId": "k"]]],
          "facebook.com": ["clientId": "1"],
          "github.com": ["clientSecret": nil],
          "google.com": ["clientSecret": nil],
          "oidc.a": ["responseType": ["idToken": true]],
          "oidc.b": ["responseType": ["code": true]],
        ]
      ])
    #expect(
      plan.missing == [
        "providers.apple.com.appleSignInConfig.codeFlowConfig.privateKey",
        "providers.facebook.com.clientSecret",
        "providers.google.com.clientSecret", "providers.oidc.b.clientSecret",
      ])
    #expect(
      plan.steps == [
        .createProvider("apple.com", ["appleSignInConfig": ["codeFlowConfig": ["keyId": "k"]]]),
        .createProvider("facebook.com", ["clientId": "1"]),
        .createProvider("google.com", [:]),
        .createProvider("oidc.a", ["responseType": ["idToken": true]]),
        .createProvider("oidc.b", ["responseType": ["code": true]]),
      ])
  }

  @Test func anExportDisablesWhatItsProjectDoesNotHave() throws {
    let exported = try ConfigurationDocument(
      text: ConfigurationDocument(config: [:], providers: [:], project: "source").text)
    let plan = ConfigurationPlan(
      from: document(["multiTenant": ["allowTenants": true]], ["oidc.a": [:]]), to: exported)
    #expect(
      plan.steps == [
        .updateConfig(["multiTenant": ["allowTenants": nil]], mask: ["multiTenant.allowTenants"]),
        .removeProvider("oidc.a"),
      ])
  }
}
