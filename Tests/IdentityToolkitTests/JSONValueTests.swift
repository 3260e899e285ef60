import Essentials
import IdentityToolkit
import Testing

@Suite struct JSONValueTests {
  @Test func keepsEveryKindOfValue() throws {
    let text = #"{"a":null,"b":true,"c":-7,"d":1.5,"e":"x","f":[1,{"g":[]}],"h":{}}"#
    let value = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    #expect(
      value == ["a": nil, "b": true, "c": -7, "d": .number(1.5), "e": "x", "f": [1, ["g": []]], "h": [:]])
    #expect(value.text == text)
    #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value)) == value)
  }

  @Test func membersAreSetAndRemovedInPlace() {
    var value: JSONValue = ["b": 1, "a": 2]
    value["c"] = "new"
    value["b"] = nil
    value["a"] = 3
    #expect(value.text == #"{"a":3,"c":"new"}"#)
  }

  @Test func textIsSafeToShow() throws {
    let nasty = (0...0x2100).compactMap(UnicodeScalar.init).map(String.init).joined() + "\u{FEFF}😀"
    let text = JSONValue.string(nasty).text
    let shown = text.unicodeScalars.filter {
      $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || (0x2028...0x202E).contains($0.value)
        || (0x2066...0x2069).contains($0.value) || [0x61C, 0x200E, 0x200F, 0xFEFF].contains($0.value)
    }
    #expect(shown.isEmpty)
    #expect(try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) == .string(nasty))
  }

  @Test func valueSetsTravelAsBareStrings() throws {
    let request = SendVerificationCode.Request(phoneNumber: "+16505553434", clientType: .web)
    let json = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(request))
    #expect(json == ["clientType": "CLIENT_TYPE_WEB", "phoneNumber": "+16505553434"])
  }
}
