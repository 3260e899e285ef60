import Essentials
import IdentityToolkit
import Testing

@Suite struct SMSRegionRuleTests {
  @Test(
    arguments: [
      ([:], .unset),
      (["allowByDefault": [:]], .everywhere),
      (["allowByDefault": ["disallowedRegions": ["FR", "CA"]]], .allowByDefault(except: ["FR", "CA"])),
      (["allowlistOnly": [:]], .nowhere),
      (["allowlistOnly": ["allowedRegions": ["VN"]]], .allowlistOnly(["VN"])),
    ] as [(JSONValue, SMSRegionRule)])
  func aRuleIsReadAndWritten(_ value: JSONValue, _ rule: SMSRegionRule) throws {
    #expect(try SMSRegionRule(value) == rule)
    #expect(rule.value == value)
  }

  @Test func aMissingRuleIsUnset() throws {
    #expect(try SMSRegionRule(nil) == .unset)
    #expect(try SMSRegionRule(["allowlistOnly": nil]) == .unset)
    #expect(try SMSRegionRule(["allowlistOnly": ["allowedRegions": nil]]) == .nowhere)
  }

  @Test(
    arguments: [
      (["allowByDefault": [:], "allowlistOnly": [:]], .hasBothRules),
      (["allowlistOnly": true], .ruleIsNoObject),
      (["allowlistOnly": ["allowedRegions": "VN"]], .regionsAreNoList),
      (["allowlistOnly": ["allowedRegions": [1]]], .invalidRegion("1")),
      (["allowlistOnly": ["allowedRegions": ["VN", "vn"]]], .invalidRegion("vn")),
      (["allowByDefault": ["disallowedRegions": ["VNM"]]], .invalidRegion("VNM")),
    ] as [(JSONValue, SMSRegionRule.Flaw)])
  func aFlawIsNamed(_ value: JSONValue, _ flaw: SMSRegionRule.Flaw) {
    #expect(throws: flaw) { try SMSRegionRule(value) }
  }

  @Test func regionsAreAllowed() throws {
    #expect(try SMSRegionRule.unset.allowing(["vn"]) == .everywhere)
    #expect(
      try SMSRegionRule.allowByDefault(except: ["FR", "VN"]).allowing(["vn"])
        == .allowByDefault(except: ["FR"]))
    #expect(
      try SMSRegionRule.allowlistOnly(["US"]).allowing(["VN", "de", "DE"])
        == .allowlistOnly(["DE", "US", "VN"]))
  }

  @Test func regionsAreDenied() throws {
    #expect(try SMSRegionRule.unset.denying(["fr", "CA"]) == .allowByDefault(except: ["CA", "FR"]))
    #expect(
      try SMSRegionRule.allowByDefault(except: ["FR"]).denying(["CA"])
        == .allowByDefault(except: ["CA", "FR"]))
    #expect(try SMSRegionRule.allowlistOnly(["US", "VN"]).denying(["US"]) == .allowlistOnly(["VN"]))
  }

  @Test func onlySomeRegionsAreAllowed() throws {
    #expect(try SMSRegionRule.only(["vn", "US", "VN"]) == .allowlistOnly(["US", "VN"]))
  }

  @Test(arguments: ["", "V", "VNM", "V1", "ＶＮ", "K\u{212A}"])
  func aCodeIsTwoLetters(_ text: String) {
    #expect(throws: SMSRegionRule.Flaw.invalidRegion(text)) { try SMSRegionRule.only([text]) }
    #expect(throws: SMSRegionRule.Flaw.invalidRegion(text)) { try SMSRegionRule.unset.allowing([text]) }
    #expect(throws: SMSRegionRule.Flaw.invalidRegion(text)) { try SMSRegionRule.unset.denying([text]) }
  }

  @Test func aListAppliesToAllRegionsOfACallingCode() throws {
    let (american, vietnamese) = (
      try PhoneNumber(typed: "+16505553434"), try PhoneNumber(typed: "+84901234567")
    )
    let rules: [SMSRegionRule] = [
      .unset, .everywhere, .nowhere, .allowlistOnly(["CA"]), .allowByDefault(except: ["CA"]),
    ]
    #expect(rules.map { $0.allows(american) } == [nil, true, false, true, false])
    #expect(rules.map { $0.allows(vietnamese) } == [nil, true, false, false, true])
    let code = try #require(vietnamese.callingCode)
    #expect(rules.map { $0.allows(code) } == [nil, true, false, false, true])
  }
}
