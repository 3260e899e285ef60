import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@Suite struct FictionalNumberTests {
  static let builtIn = "+16505553434"

  @Test func theBuiltInNumberIsThereFromTheStart() throws {
    let server = try ServerHarness()
    let info = try server.sendCode(to: Self.builtIn)
    let first = try server.confirm(info, code: "654321")
    #expect(first.isNewUser == true)
    #expect(try claims(of: first.idToken)["phone_number"] == "+16505553434")
    #expect(try server.call(Outbox.self, .init()).messages == [])
    // Its session can be used again, and wrong codes change nothing.
    for _ in 1...20 {
      #expect(throws: ServerError(.invalidCode, reason: "invalid")) {
        try server.confirm(info, code: "111111")
      }
    }
    let second = try server.confirm(info, code: "654321")
    #expect(second.localId == first.localId)
    #expect(second.isNewUser == false)
    #expect(try server.count("SELECT count(*) FROM phone_failures") == 0)
    // It is a user like any other.
    _ = try server.call(DeleteAccount.self, .init(idToken: second.idToken))
    #expect(throws: ServerError(.userNotFound, reason: "invalid")) { try server.lookup(first.idToken) }
  }

  @Test func itsAccountSignsInWhereNobodyMaySignUp() throws {
    let server = try ServerHarness(policy: .strict)
    let kim = try server.confirm(server.sendCode(to: Self.builtIn), code: "654321")
    _ = try server.setConfig(
      ["client": ["permissions": ["disabledUserSignup": true]]],
      mask: "client.permissions.disabledUserSignup")
    let info = try server.sendCode(to: Self.builtIn)
    #expect(try server.confirm(info, code: "654321").localId == kim.localId)
  }

  @Test func itsSessionExpiresToo() throws {
    let server = try ServerHarness()
    let info = try server.sendCode(to: Self.builtIn)
    server.clock.advance(601)
    #expect(throws: ServerError(.sessionExpired, reason: "invalid")) {
      try server.confirm(info, code: "654321")
    }
  }

  @Test func tenMoreMayBeAdded() throws {
    let server = try ServerHarness()
    let mask = "signIn.phoneNumber.testPhoneNumbers"
    let builtIn = JSONValue.Member(Self.builtIn, "654321")
    func config(_ count: Int, with first: [JSONValue.Member]) -> JSONValue {
      let more = (0..<count).map { JSONValue.Member("+1650555000\($0)", .string("10000\($0)")) }
      return ["signIn": ["phoneNumber": ["testPhoneNumbers": .object(first + more)]]]
    }
    let answer = try server.setConfig(config(10, with: [builtIn]), mask: mask)
    #expect(answer["signIn"]?["phoneNumber"]?["testPhoneNumbers"]?.members?.count == 11)
    #expect(answer["signIn"]?["phoneNumber"]?["enabled"] == true)
    let info = try server.sendCode(to: "+16505550009")
    #expect(try server.confirm(info, code: "100009").isNewUser == true)
    #expect(
      throws: ServerError(
        .invalidTestingPhoneNumber, "A project has at most 10 of them.", status: "INVALID_ARGUMENT")
    ) {
      try server.setConfig(config(10, with: [builtIn, .init("+16505550100", "123123")]), mask: mask)
    }
  }

  static let unfit: [(numbers: JSONValue, detail: String)] = [
    (["6505553434": "123456"], "6505553434 is not a phone number."),
    (["+16505550001": "12345"], "The code of +16505550001 is not six digits."),
    (["+16505550001": "12345a"], "The code of +16505550001 is not six digits."),
    (["+16505550001": "１２３４５６"], "The code of +16505550001 is not six digits."),
    (["+16505550001": 123_456], "The code of +16505550001 is not six digits."),
    (["123456"], "A map of numbers to codes is needed."),
    (["+14155550100": "123456"], "+14155550100 is the number of an account."),
  ]

  @Test(arguments: unfit)
  func whatCannotBeAFictionalNumberIsRefused(numbers: JSONValue, detail: String) throws {
    let server = try ServerHarness()
    _ = try server.signIn("+14155550100")
    let before = try server.call(GetProjectConfig.self, .init(), asOwner: true)
    #expect(throws: ServerError(.invalidTestingPhoneNumber, detail, status: "INVALID_ARGUMENT")) {
      try server.setConfig(
        ["signIn": ["phoneNumber": ["testPhoneNumbers": numbers]]],
        mask: "signIn.phoneNumber.testPhoneNumbers")
    }
    #expect(try server.call(GetProjectConfig.self, .init(), asOwner: true) == before)
  }

  @Test func aNumberWithAFictionalAccountMayComeBack() throws {
    let server = try ServerHarness()
    let mask = "signIn.phoneNumber.testPhoneNumbers"
    let on: JSONValue = ["signIn": ["phoneNumber": ["testPhoneNumbers": ["+16505550001": "123123"]]]]
    _ = try server.setConfig(on, mask: mask)
    _ = try server.confirm(server.sendCode(to: "+16505550001"), code: "123123")
    _ = try server.setConfig([:], mask: mask)
    #expect(try server.call(Outbox.self, .init()).messages.isEmpty)
    _ = try server.sendCode(to: "+16505550001")
    #expect(try server.call(Outbox.self, .init()).messages.map(\.to) == ["+16505550001"])
    _ = try server.setConfig(on, mask: mask)
    #expect(try server.confirm(server.sendCode(to: "+16505550001"), code: "123123").isNewUser == false)
  }
}
