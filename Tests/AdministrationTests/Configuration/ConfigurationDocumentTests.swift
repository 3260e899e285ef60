import Administration
import Essentials
import IdentityToolkit
import Testing

@Suite struct ConfigurationDocumentTests {
  @Test func aFileHasWhatFitsOtherProjects() {
    #expect(ConfigurationFixture.document.text == ConfigurationFixture.text)
  }

  @Test func aFileIsReadAsItWasWritten() throws {
    let document = try ConfigurationDocument(text: ConfigurationFixture.text)
    #expect(document.text == ConfigurationFixture.text)
    #expect(document.config == ConfigurationFixture.document.config)
    #expect(document.providers == ConfigurationFixture.document.providers)
    #expect(document.secrets == ConfigurationFixture.document.secrets)
  }

  @Test func secretsAreNotShown() throws {
    let answered = ConfigurationFixture.document
    let plan = ConfigurationPlan(
      from: ConfigurationDocument(config: [:], providers: [:], project: "other"), to: answered)
    var shown = "\(answered) \(plan) \(answered.changes(to: answered))"
    dump(answered, to: &shown)
    dump(plan, to: &shown)
    for secret in [
      "654321", "111111", "password of mails", "secret of Google", "key of Apple", "key of hashes",
    ] {
      #expect(!shown.contains(secret))
    }
  }

  @Test func aTenantHasPartsOfItsOwn() {
    let config: JSONValue = [
      "name": "projects/1/tenants/acme-1", "tenantId": "acme-1", "displayName": "Acme",
      "allowPasswordSignup": true, "testPhoneNumbers": ["+16505553434": "654321"],
      "hashConfig": ["rounds": 8],
    ]
    let document = ConfigurationDocument(config: config, providers: [:], project: "demo", isTenant: true)
    #expect(
      document.config == [
        "allowPasswordSignup": true, "autodeleteAnonymousUsers": false, "client": [:], "disableAuth": false,
        "emailPrivacyConfig": [:], "enableAnonymousUser": false, "enableEmailLinkSignin": false,
        "inheritance": [:], "mfaConfig": [:], "mobileLinksConfig": [:], "passwordPolicyConfig": [:],
        "recaptchaConfig": [:], "smsRegionConfig": [:], "testPhoneNumbers": ["+16505553434": nil],
      ])
    #expect(document.secrets == ["config.testPhoneNumbers.+16505553434"])
  }

  @Test func anotherSiteIsTheProjectsToo() {
    let document = ConfigurationDocument(
      config: [
        "authorizedDomains": ["site.web.app", "demo.web.app", "other.web.app"],
        "client": ["firebaseSubdomain": "site"],
        "notification": ["sendEmail": ["callbackUri": "https://site.firebaseapp.com/__/auth/action"]],
      ], providers: [:], project: "demo")
    #expect(document.config["authorizedDomains"] == ["other.web.app"])
    #expect(document.config["notification"] == ["sendEmail": [:]])
  }

  @Test func anotherCallbackStays() {
    let page: JSONValue = "https://demo.firebaseapp.com.example.com/action"
    let document = ConfigurationDocument(
      config: ["notification": ["sendEmail": ["callbackUri": page]]], providers: [:], project: "demo")
    #expect(document.config["notification"] == ["sendEmail": ["callbackUri": page]])
  }

  @Test func anAnswerIsReadWithoutAProvidersList() throws {
    let document = try ConfigurationDocument(text: ConfigurationFixture.config.text)
    #expect(document.config == ConfigurationFixture.document.config)
    #expect(document.providers == nil)
  }

  @Test func aBareObjectWithoutANameHasOnlyItsParts() throws {
    let document = try ConfigurationDocument(text: #"{"signIn":{"anonymous":{"enabled":true}}}"#)
    #expect(document.config == ["signIn": ["anonymous": ["enabled": true]]])
  }

  @Test(
    arguments: [
      ("", .notJSON), ("{", .notJSON), ("[]", .notAnObject(path: "")),
      (#"{"config":{},"config":{}}"#, .repeatedName("config")),
      (#"{"providers":{"a":{},"a":{}}}"#, .repeatedName("a")),
      (#"{"config":[]}"#, .notAnObject(path: "config")),
      (#"{"providers":[]}"#, .notAnObject(path: "providers")),
      (#"{"providers":{"google.com":true}}"#, .notAnObject(path: "providers.google.com")),
      (
        #"{"config":{},"provider":{}}"#,
        .unknownMember(path: "provider", known: ["config", "providers", "secrets"])
      ),
      (
        #"{"config":{"signIn":{"email":{"enable":true}}}}"#,
        .unknownMember(path: "config.signIn.email.enable", known: ["enabled", "passwordRequired"])
      ),
      (
        #"{"signIn":{"email":{"enable":true}}}"#,
        .unknownMember(path: "signIn.email.enable", known: ["enabled", "passwordRequired"])
      ),
    ] as [(String, ConfigurationDocument.Flaw)])
  func aFlawIsNamed(_ text: String, _ flaw: ConfigurationDocument.Flaw) {
    #expect(throws: flaw) { try ConfigurationDocument(text: text) }
  }

  @Test func aTenantsNamesAreOthers() throws {
    #expect(
      throws: ConfigurationDocument.Flaw.unknownMember(
        path: "config.mfa", known: ProjectConfigSchema.tenant.names)
    ) {
      try ConfigurationDocument(text: #"{"config":{"mfa":{}}}"#, isTenant: true)
    }
    #expect(try ConfigurationDocument(text: #"{"config":{"mfaConfig":{}}}"#, isTenant: true).isTenant)
  }
}
