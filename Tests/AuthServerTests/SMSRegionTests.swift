import Essentials
import HTTP
import IdentityToolkit
import Testing

@testable import AuthServer

@Suite struct SMSRegionTests {
  private static let blocked =
    "OPERATION_NOT_ALLOWED : SMS unable to be sent until this region enabled by the app developer."

  @Test(arguments: [
    ("+14155550100", "AG AI AS BB BM BS CA DM DO GD GU JM KN KY LC MP MS PR SX TC TT US VC VG VI"),
    ("+79161234567", "KZ RU"), ("+447911123456", "GB GG IM JE"), ("+4740612345", "BV NO SJ"),
    ("+212650123456", "EH MA"), ("+35840123456", "AX FI"), ("+390612345678", "IT VA"), ("+37912345678", "VA"),
    ("+4915123456789", "DE"), ("+81312345678", "JP"), ("+99812345678", "UZ"), ("+80012345678", ""),
    ("+21012345678", ""), ("+88212345678", ""),
  ])
  func aNumberIsInEveryRegionOfItsCallingCode(number: String, regions: String) throws {
    let phone = try #require(PhoneNumber(number))
    #expect(CallingCodes.regions(of: phone).joined(separator: " ") == regions)
  }

  @Test func noCallingCodeStartsAnother() {
    let entries = CallingCodes.table.split(separator: "\n").map { $0.split(separator: " ") }
    let codes = entries.map { $0[0] }
    for code in codes {
      #expect(codes.filter { $0.hasPrefix(code) } == [code])
      #expect(code.allSatisfy(\.isNumber) && (1...3).contains(code.count))
    }
    #expect(entries.allSatisfy { $0.count > 1 && $0.dropFirst().allSatisfy { $0.utf8.count == 2 } })
    #expect(entries.allSatisfy { $0.dropFirst().sorted() == Array($0.dropFirst()) })
  }

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

  @Test(
    arguments: [
      (["allowByDefault": [:], "allowlistOnly": [:]], "has allowByDefault or allowlistOnly, not both"),
      (["allowlistOnly": ["US"]], "holds objects"),
      (["allowlistOnly": ["allowedRegions": "US"]], "lists regions by two capital letters"),
      (["allowlistOnly": ["allowedRegions": ["us"]]], "lists regions by two capital letters"),
      (["allowByDefault": ["disallowedRegions": ["USA"]]], "lists regions by two capital letters"),
      (["allowByDefault": ["disallowedRegions": ["FR", 1]]], "lists regions by two capital letters"),
    ] as [(JSONValue, String)])
  func aListThatMakesNoSenseIsRefused(config: JSONValue, problem: String) throws {
    let server = try ServerHarness()
    #expect(
      refusal { try server.setConfig(["smsRegionConfig": config], mask: "smsRegionConfig") }
        == "INVALID_ARGUMENT : smsRegionConfig \(problem).")
  }
}
