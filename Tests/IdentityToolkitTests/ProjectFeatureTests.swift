import Essentials
import IdentityToolkit
import Testing

@Suite struct ProjectFeatureTests {
  private func enabled(in config: JSONValue, ofTenant: Bool = false) -> [ProjectFeature] {
    ProjectFeature.allCases.filter { $0.isEnabled(in: config, ofTenant: ofTenant) }
  }

  @Test(arguments: [false, true])
  func whatIsMissingIsOff(ofTenant: Bool) {
    #expect(enabled(in: [:], ofTenant: ofTenant) == [.signUp, .accountDeletion])
  }

  @Test func aProjectsFeaturesAreRead() {
    let config: JSONValue = [
      "client": ["permissions": ["disabledUserSignup": true]],
      "emailPrivacyConfig": ["enableImprovedEmailPrivacy": true],
      "mfa": ["state": "MANDATORY", "enabledProviders": ["PHONE_SMS"]],
      "signIn": [
        "anonymous": ["enabled": true], "email": ["enabled": true], "phoneNumber": ["enabled": true],
      ],
    ]
    #expect(
      enabled(in: config) == [
        .phone, .password, .emailLink, .anonymous, .mfaSMS, .enumerationProtection, .accountDeletion,
      ])
  }

  @Test func linksNeedEMailWithoutPasswords() {
    #expect(
      enabled(in: ["signIn": ["email": ["enabled": true, "passwordRequired": true]]]).contains(.password))
    #expect(
      !enabled(in: ["signIn": ["email": ["enabled": true, "passwordRequired": true]]]).contains(.emailLink))
    #expect(!enabled(in: ["signIn": ["email": ["passwordRequired": false]]]).contains(.emailLink))
    #expect(enabled(in: ["enableEmailLinkSignin": true], ofTenant: true).contains(.emailLink))
  }

  @Test(
    arguments: [
      (["enabledProviders": ["PHONE_SMS"]], []),
      (["state": "DISABLED", "enabledProviders": ["PHONE_SMS"]], []),
      (["state": "ENABLED"], []),
      (["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]], [.mfaSMS]),
      (["providerConfigs": [["state": "ENABLED", "totpProviderConfig": [:]]]], [.mfaTOTP]),
      (["state": "DISABLED", "providerConfigs": [["state": "ENABLED", "totpProviderConfig": [:]]]], []),
      (["state": "ENABLED", "providerConfigs": [["totpProviderConfig": [:]]]], []),
      (["state": "ENABLED", "providerConfigs": [["state": "ENABLED"]]], []),
    ] as [(JSONValue, [ProjectFeature])])
  func aSecondFactorNeedsItsStates(_ mfa: JSONValue, _ factors: [ProjectFeature]) {
    let others: [ProjectFeature] = [.signUp, .accountDeletion]
    #expect(enabled(in: ["mfa": mfa]) == factors + others)
    #expect(enabled(in: ["mfaConfig": mfa], ofTenant: true) == factors + others)
  }

  @Test(arguments: ProjectFeature.allCases, [false, true])
  func whatASettingSetsIsRead(_ feature: ProjectFeature, isEnabled: Bool) {
    for isTenant in [false, true] {
      // An e-mail link also needs sign-in by e-mail.
      var config: JSONValue = feature == .emailLink ? ["signIn": ["email": ["enabled": true]]] : [:]
      guard let setting = feature.setting(isEnabled: isEnabled, ofTenant: isTenant, in: { config }) else {
        #expect(feature == .phone && isTenant)
        continue
      }
      config.set(setting.value, at: setting.path.split(separator: ".").map(String.init)[...])
      #expect(feature.isEnabled(in: config, ofTenant: isTenant) == isEnabled)
    }
  }
}
