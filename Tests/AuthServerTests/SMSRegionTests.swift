import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import Testing

@Suite struct SMSRegionTests {
  private static let blocked =
    "OPERATION_NOT_ALLOWED : SMS unable to be sent until this region enabled by the app developer."

  @Test func onlyRegionsOnTheListGetMessages() throws {
    let server = try ServerHarness()
    _ = try server.setConfig(["smsRegionConfig": ["allowlistOnly": ["allowedRegions": ["US", "DE"]]]])
    #expect(try server.sendCode(to: "+14155550100") != "")
    // The code of the United States is Canada's too.
    #expect(try server.sendCode(to: "+16135550100") != "")
    #expect(try server.sendCode(to: "+4915123456789") != "")
    #expect(refusal { try server.sendCode(to: "+33612345678") } == Self.blocked)
    #expect(refusal { try server.sendCode(to: "+80012345678") } == Self.blocked)
    #expect(try server.call(Outbox.self, .init()).messages.count == 3)
    #expect(try server.sendCode(to: FictionalNumberTests.builtIn) != "")
    _ = try server.setConfig(["smsRegionConfig": ["allowlistOnly": [:]]], mask: "smsRegionConfig")
    #expect(refusal { try server.sendCode(to: "+14155550100") } == Self.blocked)
  }

  @Test func aProjectThatNamesNoRegionsSendsToAllOrAsGooglesToNone() throws {
    for isEverywhere in [true, false] {
      let server = try ServerHarness(policy: .proofless.with { $0.smsEverywhere = isEverywhere })
      let shown = try server.call(GetProjectConfig.self, .init(), asOwner: true)["smsRegionConfig"]
      #expect(shown == (isEverywhere ? nil : ["allowlistOnly": [:]]))
      #expect(refusal { try server.sendCode() } == (isEverywhere ? nil : Self.blocked))
      _ = try server.setConfig(["smsRegionConfig": ["allowByDefault": [:]]], mask: "smsRegionConfig")
      #expect(refusal { try server.sendCode() } == nil)
    }
  }

  @Test func regionsOnTheOtherListGetNone() throws {
    let server = try ServerHarness()
    _ = try server.setConfig(["smsRegionConfig": ["allowByDefault": ["disallowedRegions": ["CA", "FR"]]]])
    #expect(refusal { try server.sendCode(to: "+14155550100") } == Self.blocked)
    #expect(refusal { try server.sendCode(to: "+33612345678") } == Self.blocked)
    #expect(try server.sendCode(to: "+4915123456789") != "")
    #expect(try server.sendCode(to: "+80012345678") != "")
    _ = try server.setConfig([:], mask: "smsRegionConfig")
    #expect(try server.sendCode(to: "+33612345678") != "")
  }

  /// Google's object holds one of the two, so whoever sets one need not remove the other.
  @Test func oneListTakesThePlaceOfTheOther() throws {
    let server = try ServerHarness()
    _ = try server.setConfig(
      ["smsRegionConfig": ["allowByDefault": ["disallowedRegions": ["US"]]]],
      mask: "smsRegionConfig.allowByDefault.disallowedRegions")
    let second = try server.setConfig(
      ["smsRegionConfig": ["allowlistOnly": ["allowedRegions": ["US"]]]],
      mask: "smsRegionConfig.allowlistOnly.allowedRegions")
    #expect(second["smsRegionConfig"] == ["allowlistOnly": ["allowedRegions": ["US"]]])
    #expect(try server.sendCode(to: "+14155550100") != "")
    let third = try server.setConfig(
      ["smsRegionConfig": ["allowByDefault": [:]]], mask: "smsRegionConfig.allowByDefault")
    #expect(third["smsRegionConfig"] == ["allowByDefault": [:]])
    #expect(
      refusal {
        try server.setConfig(
          ["smsRegionConfig": ["allowByDefault": [:], "allowlistOnly": [:]]],
          mask: "smsRegionConfig.allowByDefault,smsRegionConfig.allowlistOnly")
      } == "INVALID_ARGUMENT : smsRegionConfig has allowByDefault or allowlistOnly, not both.")
  }

  @Test(
    arguments: [
      (["allowByDefault": [:], "allowlistOnly": [:]], "has allowByDefault or allowlistOnly, not both"),
      (["allowlistOnly": ["US"]], "holds objects"),
      (["allowlistOnly": ["allowedRegions": "US"]], "lists regions"),
    ] as [(JSONValue, String)])
  func aListThatMakesNoSenseIsRefused(config: JSONValue, problem: String) throws {
    let server = try ServerHarness()
    #expect(
      refusal { try server.setConfig(["smsRegionConfig": config], mask: "smsRegionConfig") }
        == "INVALID_ARGUMENT : smsRegionConfig \(problem).")
  }

  @Test(
    arguments: [
      ["allowlistOnly": ["allowedRegions": ["us"]]], ["allowByDefault": ["disallowedRegions": ["USA"]]],
      ["allowByDefault": ["disallowedRegions": ["FR", 1]]],
    ] as [JSONValue])
  func aRegionIsTwoCapitalLetters(config: JSONValue) throws {
    let server = try ServerHarness()
    #expect(
      refusal { try server.setConfig(["smsRegionConfig": config], mask: "smsRegionConfig") }
        == "INVALID_REGION_CODE : Invalid region code.")
  }
}
