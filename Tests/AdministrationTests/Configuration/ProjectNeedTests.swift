import Administration
import Essentials
import IdentityToolkit
import Testing

@Suite struct ProjectNeedTests {
  private let phone = PhoneNumber(e164: "+16505553434")!
  private let other = PhoneNumber(e164: "+16505553499")!
  private let vietnam = CallingCode(beginning: "84")!
  private let america = CallingCode(beginning: "1")!

  private var needs: [ProjectNeed] {
    ProjectFeature.allCases.map(ProjectNeed.feature) + [
      .domain("APP.example.com"), .domain("demo.web.app"), .domain("other.example.com"), .sms(to: vietnam),
      .sms(to: america), .fictionalNumber(phone), .fictionalNumber(other),
    ]
  }

  @Test func whatIsNotSetIsNamed() {
    #expect(
      ConfigurationFixture.document.unmet(needs) == [
        .feature(.anonymous), .feature(.mfaTOTP), .feature(.enumerationProtection),
        .domain("other.example.com"), .sms(to: america), .fictionalNumber(other),
      ])
  }

  @Test func aTenantHasItsOwnSwitches() {
    let tenant = ConfigurationDocument(
      config: [
        "enableEmailLinkSignin": true, "testPhoneNumbers": ["+16505553434": "654321"],
        "mfaConfig": ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]],
      ], providers: [:], project: "demo", isTenant: true)
    let needs: [ProjectNeed] = [
      .feature(.phone), .feature(.emailLink), .feature(.mfaSMS), .feature(.password), .fictionalNumber(phone),
    ]
    #expect(tenant.unmet(needs) == [.feature(.phone), .feature(.password)])
  }

  @Test func withoutARuleTheDefaultCounts() {
    let document = ConfigurationDocument(config: [:], providers: [:], project: "demo")
    #expect(document.unmet([.sms(to: vietnam)]) == [])
    #expect(document.unmet([.sms(to: vietnam)], sendsByDefault: false) == [.sms(to: vietnam)])
  }

  @Test func aRuleThatCannotBeReadAllowsNothing() {
    let document = ConfigurationDocument(
      config: ["smsRegionConfig": ["allowlistOnly": ["allowedRegions": ["vn"]]]], providers: [:],
      project: "demo")
    #expect(document.unmet([.sms(to: vietnam)]) == [.sms(to: vietnam)])
  }
}
