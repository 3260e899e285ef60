import Essentials
import IdentityToolkit
import Testing

@testable import AuthServer

/// What answers are written with.
struct JSONWriterTests {
  private struct Sample: Codable, Equatable {
    var zone: String? = "Z"
    var absent: String?
    var text = "a\"b\\c/d\u{8}\t\n\u{c}\r\u{1}\u{1f}\u{7f}é\u{2028}😀"
    var yes = true
    var number = -7
    var large = Int64.max
    var time: Double? = 1_700_000_000_000
    var half = 0.5
    var list = ["x", "y"]
    var none: [Int] = []
    var nested: [Inner] = [Inner(), Inner()]
    var names = ["b": "1", "a\"": "2", "a": "3", "a\"c": "4", "aa": "5"]
    var decimal = DecimalText("12")
    var raw = OobRequestType.emailSignIn
    var data = Data([1, 2, 3])
    var any: JSONValue = ["z": [1, .null, true, .number(2.5), [:], []]]
  }

  private struct Inner: Codable, Equatable {
    var empty = EmptyObject()
    var a: [String: Int?] = ["k": nil, "j": 1]
  }

  private func written(_ value: some Encodable) throws -> String {
    String(decoding: try JSONWriter.data(value), as: UTF8.self)
  }

  @Test func anAnswerIsReadAsItWas() throws {
    #expect(try JSONReader.plain.read(Sample.self, from: JSONWriter.data(Sample())) == Sample())
  }

  @Test func membersStandInTheOrderOfTheirType() throws {
    #expect(
      try written(Ordered())
        == #"{"zone":"Z","text":"a\"b\\c/d\b\t\n\f\r\u0001\u001f\#u{7f}é","time":1700000000000,"half":0.5,"#
        + #""nested":[{"empty":{}},{"empty":{}}],"data":"AQID","any":{"z":[1,null,true,2.5,{},[]],"":{}}}"#)
    #expect(try written(EmptyObject()) == "{}")
    #expect(try written([1.0, -2.5, 1e300]) == "[1,-2.5,1e+300]")
    #expect(try written(JSONValue.string("x")) == #""x""#)
  }

  /// Accounts are written by hand.
  @Test func accountsAreWrittenAsTheirTypeSays() throws {
    var provider = ProviderUserInfo(providerId: "password", rawId: "kim@example.com")
    (provider.federatedId, provider.email, provider.displayName) = ("f", "e", "d\"\n")
    (provider.photoUrl, provider.phoneNumber, provider.screenName) = ("p", "+1", "s")
    var factor = MFAEnrollment(mfaEnrollmentId: "m")
    factor.totpInfo = TOTPInfo()
    var passkey = PasskeyRecord(credentialId: "c", name: "n")
    passkey.signCount = 3
    var full = AccountRecord(localId: "kim")
    (full.email, full.emailVerified, full.displayName, full.photoUrl) = ("é", true, "\\", "u")
    (full.screenName, full.phoneNumber) = ("s", "+1")
    full.providerUserInfo = [provider, ProviderUserInfo(providerId: nil)]
    (full.passwordHash, full.version, full.passwordUpdatedAt) = ("h", 0, 1_700_000_000_000)
    (full.validSince, full.disabled, full.createdAt, full.lastLoginAt) = ("1", false, "2", "3")
    (full.lastRefreshAt, full.customAttributes, full.customAuth) = ("r", #"{"a":1}"#, true)
    (full.emailLinkSignin, full.initialEmail, full.mfaInfo) = (true, "i", [factor])
    (full.passkeyInfo, full.tenantId, full.rawPassword, full.salt) = ([passkey], "t", "w", "==")
    (full.passwordHashParameters, full.adminMade) = (["rounds": 1], true)
    for value: Any in [full, provider] {
      for member in Mirror(reflecting: value).children {
        #expect("\(member.value)" != "nil", "\(member.label ?? "") is not tried")
      }
    }
    // The members stand in the order of the type, and none is left out.
    var rest = try written(full)[...]
    for member in Mirror(reflecting: full).children {
      let place = try #require(rest.firstRange(of: "\"\(member.label ?? "")\":"), "\(member.label ?? "")")
      rest = rest[place.upperBound...]
    }
    for record in [full, AccountRecord(localId: nil), AccountRecord(localId: "li")] {
      #expect(try JSONReader.plain.read(AccountRecord.self, from: written(record)) == record)
      let other = try JSONEncoder().encode(record)
      #expect(try JSONReader.plain.read(AccountRecord.self, from: other) == record)
    }
  }

  private struct Ordered: Encodable {
    var zone: String? = "Z"
    var absent: String?
    var text = "a\"b\\c/d\u{8}\t\n\u{c}\r\u{1}\u{1f}\u{7f}é"
    var time = 1_700_000_000_000.0
    var half = 0.5
    var nested = [["empty": EmptyObject()], ["empty": EmptyObject()]]
    var data = Data([1, 2, 3])
    var any: JSONValue = ["z": [1, .null, true, .number(2.5), [:], []], "": [:]]
  }

  @Test func whatJSONCannotSayIsAnError() {
    #expect(throws: EncodingError.self) { try JSONWriter.data(["x": Double.nan]) }
  }
}
