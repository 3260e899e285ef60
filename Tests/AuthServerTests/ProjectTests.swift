import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import Testing

@Suite struct ProjectTests {
  @Test func aNewProjectHasEverythingOn() throws {
    let server = try ServerHarness()
    let hash = try server.call(GetProjectConfig.self, .init(), asOwner: true)["signIn"]?["hashConfig"]
    #expect(
      hash?.members?.map(\.name) == ["algorithm", "memoryCost", "rounds", "saltSeparator", "signerKey"])
    let expected: JSONValue = [
      "authorizedDomains": ["localhost", "127.0.0.1", "demo-test.firebaseapp.com", "demo-test.web.app"],
      "blockingFunctions": [:],
      "client": ["apiKey": "fake-api-key", "firebaseSubdomain": "demo-test", "permissions": [:]],
      "defaultHostingSite": "demo-test", "emailPrivacyConfig": [:],
      "mfa": [
        "enabledProviders": ["PHONE_SMS"],
        "providerConfigs": [["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 5]]],
        "state": "ENABLED",
      ],
      "mobileLinksConfig": ["domain": "HOSTING_DOMAIN"], "monitoring": ["requestLogging": [:]],
      "multiTenant": ["allowTenants": true], "name": "projects/312950043993/config",
      "notification": [
        "defaultLocale": "en",
        "sendEmail": [
          "callbackUri": "https://demo-test.firebaseapp.com/__/auth/action",
          "dnsInfo": [
            "customDomainState": "NOT_STARTED", "domainVerificationRequestTime": "1970-01-01T00:00:00Z",
          ],
          "method": "DEFAULT",
        ],
        "sendSms": [
          "smsTemplate": ["content": "%LOGIN_CODE% is your verification code for %APP_NAME%."]
        ],
      ],
      "quota": [:],
      "signIn": [
        "anonymous": ["enabled": true], "email": ["enabled": true], "hashConfig": hash ?? .null,
        "phoneNumber": ["enabled": true, "testPhoneNumbers": ["+16505553434": "654321"]],
      ],
      "subtype": "IDENTITY_PLATFORM",
    ]
    // A change does not answer the texts of mails.
    #expect(try server.setConfig([:]) == expected)
    var shown = try server.call(GetProjectConfig.self, .init(), asOwner: true)
    let templates = [
      "changeEmailTemplate": "Your sign-in email was changed for %APP_NAME%",
      "resetPasswordTemplate": "Reset your password for %APP_NAME%",
      "revertSecondFactorAdditionTemplate": "You've added 2 step verification to your %APP_NAME% account.",
      "verifyEmailTemplate": "Verify your email for %APP_NAME%",
    ]
    for (name, subject) in templates {
      let template = shown["notification"]?["sendEmail"]?[name]
      #expect(
        template?.members?.map(\.name) == ["body", "bodyFormat", "replyTo", "senderLocalPart", "subject"])
      #expect(template?["subject"] == .string(subject))
      shown["notification"]?["sendEmail"]?[name] = nil
    }
    #expect(shown == expected)
    _ = try server.sendCode()
    #expect(try server.setConfig([:]) == expected)
  }

  @Test func aProjectIsEnabledOnce() throws {
    let server = try ServerHarness()
    func enable() -> String? { refusal { try server.call(InitializeAuth.self, .init(), asOwner: true) } }
    #expect(enable() == nil)
    #expect(
      enable() == "INVALID_PROJECT_ID : Identity Platform has already been enabled for this project.")
    #expect(try server.count("SELECT count(*) FROM projects") == 1)
  }

  @Test func theProvidersOfTheServiceAreListedByPages() throws {
    let server = try ServerHarness()
    func list(_ query: QueryItem...) throws -> ListDefaultSupportedIdps.Response {
      try server.call(ListDefaultSupportedIdps.self, .init(), query: query, asOwner: true)
    }
    let all = try #require(try list().defaultSupportedIdps)
    #expect(all.map(\.idpId) == IdentityProvider.wellKnown.map(\.id).sorted())
    #expect(all.contains(.init(idpId: "google.com", description: "Google")))
    let first = try list(QueryItem("pageSize", "2"))
    #expect(first.defaultSupportedIdps == Array(all.prefix(2)))
    let token = try #require(first.nextPageToken)
    let rest = try list(QueryItem("pageToken", token))
    #expect(rest.defaultSupportedIdps == Array(all.dropFirst(2)))
    #expect(rest.nextPageToken == nil)
  }

  @Test func nobodySetsTheTextOfAMail() throws {
    let server = try ServerHarness()
    let change: JSONValue = [
      "notification": ["defaultLocale": "de", "sendEmail": ["verifyEmailTemplate": ["subject": "x"]]]
    ]
    let before = try server.call(GetProjectConfig.self, .init(), asOwner: true)
    for mask in [
      nil, "notification", "notification.sendEmail", "notification.sendEmail.verifyEmailTemplate.subject",
    ] {
      #expect(refusal { try server.setConfig(change, mask: mask) } == "EMAIL_TEMPLATE_UPDATE_NOT_ALLOWED")
    }
    #expect(try server.call(GetProjectConfig.self, .init(), asOwner: true) == before)
    let changed = try server.setConfig(change, mask: "notification.defaultLocale")
    #expect(changed["notification"]?["defaultLocale"] == "de")
  }

  @Test func anAuthorizedDomainIsADomain() throws {
    let server = try ServerHarness()
    let good: JSONValue = ["localhost", "127.0.0.1", "[::1]", "App.Example"]
    #expect(try server.setConfig(["authorizedDomains": good])["authorizedDomains"] == good)
    for bad in ["https://app.example", "app.example:80", "app.example/", "a b", "*.example", "x@y"] {
      #expect(
        refusal { try server.setConfig(["authorizedDomains": [.string(bad)]]) }
          == "INVALID_AUTHORIZED_DOMAIN : \(bad) should only contain the valid domain.")
    }
    #expect(
      refusal { try server.setConfig(["authorizedDomains": [""]]) }
        == "INVALID_AUTHORIZED_DOMAIN : An authorized domain is empty.")
    #expect(try ServerHarness(policy: .emulator).setConfig(["authorizedDomains": ["a b"]]) != [:])
  }

  @Test func onlyWhatTheMaskNamesChanges() throws {
    let server = try ServerHarness()
    let request: JSONValue = [
      "signIn": ["anonymous": ["enabled": false], "phoneNumber": ["enabled": false]],
      "authorizedDomains": ["app.example"],
    ]
    let changed = try server.setConfig(request, mask: "signIn.anonymous.enabled,authorizedDomains,mfa")
    #expect(changed["signIn"]?["anonymous"] == [:])
    #expect(changed["signIn"]?["phoneNumber"]?["enabled"] == true)
    #expect(changed["authorizedDomains"] == ["app.example"])
    #expect(changed["mfa"] == ["state": "DISABLED"])
    let whole = try server.setConfig(request)
    #expect(whole["signIn"]?["phoneNumber"]?["enabled"] == nil)
    #expect(whole["signIn"]?["phoneNumber"]?["testPhoneNumbers"] == ["+16505553434": "654321"])
    #expect(try server.reopened().setConfig([:]) == whole)
    #expect(try server.call(ClientProjectConfig.self, .init()).authorizedDomains == ["app.example"])
  }

  /// An admin SDK that reads a part without its state gives up.
  @Test func anEmptyPartSaysThatItIsOff() throws {
    let server = try ServerHarness()
    let changed = try server.setConfig([:], mask: "passwordPolicyConfig,mfa,recaptchaConfig")
    #expect(changed["passwordPolicyConfig"] == nil)
    let parts: JSONValue = ["passwordPolicyConfig": [:], "mfa": [:], "recaptchaConfig": [:]]
    let empty = try server.setConfig(parts, mask: "passwordPolicyConfig,mfa,recaptchaConfig")
    #expect(empty["passwordPolicyConfig"] == ["passwordPolicyEnforcementState": "OFF"])
    #expect(empty["mfa"] == ["state": "DISABLED"])
    #expect(
      empty["recaptchaConfig"]
        == [
          "emailPasswordEnforcementState": "RECAPTCHA_PROVIDER_ENFORCEMENT_STATE_UNSPECIFIED",
          "phoneEnforcementState": "RECAPTCHA_PROVIDER_ENFORCEMENT_STATE_UNSPECIFIED",
          "useSmsBotScore": false, "useSmsTollFraudProtection": false,
        ])
    let cleared = try server.call(PasswordPolicy.self, .init())
    #expect(cleared.allowedNonAlphanumericCharacters == nil)
    #expect(cleared.enforcementState == "ENFORCE")
    #expect(try server.signUp(nil, nil).idToken != nil)
  }

  /// What the emulator knows of, a change without a mask replaces.
  @Test func aChangeWithoutAMaskIsOfTheWholeToTheEmulator() throws {
    let server = try ServerHarness(policy: .emulator)
    _ = try server.setConfig([
      "signIn": ["allowDuplicateEmails": true], "emailPrivacyConfig": ["enableImprovedEmailPrivacy": true],
    ])
    let before = try server.setConfig(["authorizedDomains": ["a.example"]], mask: "authorizedDomains")
    #expect(before["signIn"]?["allowDuplicateEmails"] == true)
    let after = try server.setConfig([:])
    #expect(after["signIn"]?["allowDuplicateEmails"] == false)
    #expect(after["emailPrivacyConfig"] == [:])
    #expect(after["authorizedDomains"] == ["a.example"])
    #expect(
      try server.call(RecaptchaParams.self, .init()).recaptchaStoken
        == "This-server-has-no-secure-token-for-reCAPTCHA")
    #expect(try server.call(RecaptchaConfig.self, .init()).recaptchaKey?.hasPrefix("projects/") == true)
  }

  @Test func aMaskThatLeadsNowhereChangesNothing() throws {
    let server = try ServerHarness()
    let before = try server.setConfig([:], mask: "")
    for mask in ["..", ",", "usher.customTokenSigners.x"] {
      #expect(try server.setConfig([:], mask: mask) == before)
    }
  }

  @Test func aNameThatNoConfigurationHasIsRefused() throws {
    let server = try ServerHarness()
    let before = try server.call(GetProjectConfig.self, .init(), asOwner: true)
    func problem(_ config: JSONValue, mask: String? = nil) -> String? {
      refusal { try server.setConfig(config, mask: mask) }
    }
    func unknown(_ name: String, _ place: String) -> String {
      "Invalid JSON payload received. Unknown name \"\(name)\" at '\(place)': Cannot find field."
    }
    let deep = Array(repeating: "a", count: 10_000).joined(separator: ".")
    let long = String(repeating: "a", count: 10_000)
    #expect(problem(["mfa": ["stat": "MANDATORY"]]) == unknown("stat", "config.mfa"))
    #expect(problem(["mfa": ["stat": "MANDATORY"]], mask: "mfa") == unknown("stat", "config.mfa"))
    #expect(problem([:], mask: "mfa.stat") == unknown("stat", "config.mfa"))
    #expect(problem([:], mask: "mfa.state.x") == unknown("x", "config.mfa.state"))
    #expect(problem([:], mask: "authorizedDomains,mf") == unknown("mf", "config"))
    #expect(problem([:], mask: deep) == unknown("a", "config"))
    #expect(problem([:], mask: long)?.hasSuffix(unknown(String(long.prefix(100)), "config")) == true)
    let provider: JSONValue = ["state": "ENABLED", "totp": [:]]
    #expect(
      problem(["mfa": ["providerConfigs": [provider]]]) == unknown("totp", "config.mfa.provider_configs"))
    #expect(try server.call(GetProjectConfig.self, .init(), asOwner: true) == before)
    // What the real service has and this one does not look into is kept.
    let kept = try server.setConfig(["monitoring": ["requestLogging": ["enabled": true]]])
    #expect(kept["monitoring"]?["requestLogging"]?["enabled"] == true)
  }

  @Test func aSwitchIsTrueOrFalse() throws {
    let server = try ServerHarness()
    #expect(
      throws: ServerError(
        .invalidArgument, "signIn.phoneNumber.enabled is true or false.", status: "INVALID_ARGUMENT")
    ) { try server.setConfig(["signIn": ["phoneNumber": ["enabled": "yes"]]]) }
    #expect(throws: ServerError.self) { try server.setConfig([1]) }
  }

  @Test func theEmulatorsTwoSwitchesAreOfTheSameConfiguration() throws {
    let server = try ServerHarness()
    func config(_ duplicates: Bool, _ privacy: Bool) -> EmulatorConfig {
      EmulatorConfig(
        signIn: .init(allowDuplicateEmails: duplicates),
        emailPrivacyConfig: .init(enableImprovedEmailPrivacy: privacy))
    }
    // What the project does not say is the policy's matter.
    #expect(try server.call(GetEmulatorConfig.self, .init()) == config(false, true))
    let lenient = try ServerHarness(policy: .emulator)
    #expect(try lenient.call(GetEmulatorConfig.self, .init()) == config(false, false))
    let duplicates = EmulatorConfig(signIn: .init(allowDuplicateEmails: true))
    #expect(try server.call(UpdateEmulatorConfig.self, duplicates) == config(true, true))
    let privacy = EmulatorConfig(emailPrivacyConfig: .init(enableImprovedEmailPrivacy: true))
    #expect(try server.call(UpdateEmulatorConfig.self, privacy) == config(true, true))
    let whole = try server.call(GetProjectConfig.self, .init(), asOwner: true)
    #expect(whole["signIn"]?["allowDuplicateEmails"] == true)
    #expect(whole["signIn"]?["phoneNumber"]?["enabled"] == true)
  }

  @Test func clientsLearnTheNumberAndTheDomains() throws {
    let server = try ServerHarness()
    #expect(
      try server.call(ClientProjectConfig.self, .init())
        == .init(
          projectId: "312950043993",
          authorizedDomains: ["localhost", "127.0.0.1", "demo-test.firebaseapp.com", "demo-test.web.app"]))
    #expect(
      try server.recaptchaConfig().recaptchaEnforcementState == [
        .init(provider: .emailPassword, enforcementState: .unspecifiedForClients),
        .init(provider: .phone, enforcementState: .unspecifiedForClients),
      ])
    #expect(
      String(decoding: try server.send(.get, "/").body, as: UTF8.self)
        == #"{"authEmulator":{"ready":true,"docs":"https://firebase.google.com/docs/emulator-suite","#
        + #""apiSpec":"/emulator/openapi.json"},"usher":{"version":"0.1.0","project":"demo-test","verifiesApps":false}}"#
    )
  }

  @Test func codesAndMessagesAreFoundByNumber() throws {
    let server = try ServerHarness()
    let infos = try ["+14155550101", "+14155550102", "+14155550101"].map { try server.sendCode(to: $0) }
    let all = try server.call(VerificationCodes.self, .init()).verificationCodes
    #expect(all.map(\.sessionInfo) == infos)
    #expect(all.map(\.phoneNumber) == ["+14155550101", "+14155550102", "+14155550101"])
    func codes(_ number: String) throws -> [VerificationCode] {
      let response = try server.send(
        .get, "/emulator/v1/projects/demo-test/verificationCodes", query: [QueryItem("phoneNumber", number)])
      return try (ServerHarness.decode(response) as VerificationCodes.Response).verificationCodes
    }
    #expect(try codes("+14155550101") == [all[0], all[2]])
    #expect(try codes("+14155550103") == [])
    #expect(try codes("nonsense") == [])
    let response = try server.send(
      .get, "/usher/v1/projects/demo-test/outbox", query: [QueryItem("to", "+14155550102")])
    let messages = try (ServerHarness.decode(response) as Outbox.Response).messages
    #expect(
      messages == [
        OutboxMessage(
          kind: "sms", to: "+14155550102", code: all[1].code,
          text: "\(all[1].code) is your verification code for demo-test.", sentAt: "2027-01-15T08:00:00.000Z")
      ])
  }

  @Test func clearingAccountsLeavesCodes() throws {
    let server = try ServerHarness()
    let account = try server.signIn()
    let info = try server.sendCode(to: "+14155550101")
    #expect(try server.call(ClearAccounts.self, .init()) == .init())
    #expect(throws: ServerError(.userNotFound, reason: "invalid")) { try server.lookup(account.idToken) }
    #expect(throws: ServerError(.userNotFound, status: "INVALID_ARGUMENT")) {
      try server.refresh(account.refreshToken)
    }
    #expect(try server.confirm(info, code: server.code(for: info)).isNewUser == true)
  }

  @Test func aResetForgetsEverythingOfTheProject() throws {
    let server = try ServerHarness()
    let account = try server.signIn()
    _ = try server.sendCode()
    _ = try server.setConfig(["authorizedDomains": []])
    #expect(try server.call(ResetProject.self, .init()) == .init())
    #expect(
      try server.count(
        """
        SELECT (SELECT count(*) FROM accounts) + (SELECT count(*) FROM refresh_tokens)
          + (SELECT count(*) FROM phone_sessions) + (SELECT count(*) FROM phone_failures)
          + (SELECT count(*) FROM outbox) + (SELECT count(*) FROM projects)
        """) == 0)
    #expect(throws: ServerError(.userNotFound, reason: "invalid")) { try server.lookup(account.idToken) }
    #expect(try server.signIn().isNewUser == true)
  }
}
