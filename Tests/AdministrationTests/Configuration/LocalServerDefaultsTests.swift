import Administration
import Essentials
import IdentityToolkit
import Testing

/// What a new project of the local server answers, under the policy `strict`.
@Suite struct LocalServerDefaultsTests {
  private let answer = #"""
    {"signIn":{"email":{"enabled":true},"phoneNumber":{"enabled":true,"testPhoneNumbers":{"+16505553434":"654321"}},
    "anonymous":{"enabled":true},"hashConfig":{"algorithm":"SCRYPT","signerKey":"K","saltSeparator":"Bw==","rounds":8,
    "memoryCost":14}},"mfa":{"state":"ENABLED","enabledProviders":["PHONE_SMS"],"providerConfigs":[{"state":"ENABLED",
    "totpProviderConfig":{"adjacentIntervals":5}}]},"multiTenant":{"allowTenants":true},"authorizedDomains":["localhost",
    "127.0.0.1","demo.firebaseapp.com","demo.web.app"],"blockingFunctions":{},"client":{"apiKey":"fake-api-key",
    "firebaseSubdomain":"demo","permissions":{}},"defaultHostingSite":"demo","emailPrivacyConfig":{},
    "mobileLinksConfig":{"domain":"HOSTING_DOMAIN"},"monitoring":{"requestLogging":{}},"notification":{"defaultLocale":
    "en","sendEmail":{"callbackUri":"https://demo.firebaseapp.com/__/auth/action","dnsInfo":{"customDomainState":
    "NOT_STARTED","domainVerificationRequestTime":"1970-01-01T00:00:00Z"},"method":"DEFAULT",
    "changeEmailTemplate":{"body":"B","bodyFormat":"HTML","replyTo":"noreply","senderLocalPart":"noreply","subject":"S"},
    "resetPasswordTemplate":{"body":"B","bodyFormat":"HTML","replyTo":"noreply","senderLocalPart":"noreply","subject":"S"},
    "revertSecondFactorAdditionTemplate":{"body":"B","bodyFormat":"HTML","replyTo":"noreply","senderLocalPart":"noreply","subject":"S"},
    "verifyEmailTemplate":{"body":"B","bodyFormat":"HTML","replyTo":"noreply","senderLocalPart":"noreply","subject":"S"}},"sendSms":
    {"smsTemplate":{"content":"%LOGIN_CODE% is your verification code for %APP_NAME%."}}},"quota":{},
    "subtype":"IDENTITY_PLATFORM","name":"projects/123456789012/config"}
    """#

  private var document: ConfigurationDocument {
    get throws {
      ConfigurationDocument(config: try #require(JSONValue(json: answer)), providers: [:], project: "demo")
    }
  }

  @Test func theyMakeARoundTrip() throws {
    let file = try ConfigurationDocument(text: document.text)
    #expect(
      file.config == [
        "authorizedDomains": ["127.0.0.1", "localhost"], "autodeleteAnonymousUsers": false,
        "blockingFunctions": [:], "client": ["permissions": [:]], "emailPrivacyConfig": [:],
        "mfa": [
          "enabledProviders": ["PHONE_SMS"],
          "providerConfigs": [["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 5]]],
          "state": "ENABLED",
        ],
        "mobileLinksConfig": ["domain": "HOSTING_DOMAIN"], "multiTenant": ["allowTenants": true],
        "notification": ["defaultLocale": "en", "sendEmail": ["method": "DEFAULT"], "sendSms": [:]],
        "passwordPolicyConfig": [:], "recaptchaConfig": [:],
        "signIn": [
          "anonymous": ["enabled": true], "email": ["enabled": true],
          "phoneNumber": ["enabled": true, "testPhoneNumbers": ["+16505553434": nil]],
        ],
        "smsRegionConfig": [:],
      ])
    #expect(file.text == (try document).text)
    #expect(ConfigurationPlan(from: try document, to: file).steps == [])
  }

  @Test func theyAreTheSameAsWhatTheEmulatorsPolicyAnswers() throws {
    // With `?defaults=true`, because this policy hides what it enables by default.
    let emulator = ConfigurationDocument(
      config: [
        "signIn": [
          "email": ["enabled": true, "passwordRequired": false],
          "phoneNumber": ["enabled": true, "testPhoneNumbers": ["+16505553434": "654321"]],
          "anonymous": ["enabled": true], "allowDuplicateEmails": false,
        ],
        "mfa": [
          "state": "ENABLED", "enabledProviders": ["PHONE_SMS"],
          "providerConfigs": [["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 5]]],
        ],
        "multiTenant": ["allowTenants": true],
        "authorizedDomains": ["localhost", "127.0.0.1", "demo.firebaseapp.com", "demo.web.app"],
        "name": "projects/123456789012/config", "blockingFunctions": [:], "emailPrivacyConfig": [:],
      ], providers: [:], project: "demo")
    #expect(try document.changes(to: emulator) == [])
  }
}
