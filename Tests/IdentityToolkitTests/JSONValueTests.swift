import Essentials
import IdentityToolkit
import Testing

@Suite struct JSONValueTests {
  @Test func keepsEveryKindOfValue() throws {
    let text = #"{"a":null,"b":true,"c":-7,"d":1.5,"e":"x","f":[1,{"g":[]}],"h":{}}"#
    let value = try JSONValue(parsing: Data(text.utf8))
    #expect(
      value == ["a": nil, "b": true, "c": -7, "d": .number(1.5), "e": "x", "f": [1, ["g": []]], "h": [:]])
    #expect(value.text == text)
    #expect(try JSONValue(parsing: JSONEncoder().encode(value)) == value)
  }

  @Test func membersAreSetAndRemovedInPlace() {
    var value: JSONValue = ["b": 1, "a": 2]
    value["c"] = "new"
    value["b"] = nil
    value["a"] = 3
    #expect(value.text == #"{"a":3,"c":"new"}"#)
  }

  @Test func indentedTextHasALineForEachValue() {
    let value: JSONValue = ["a": [1, ["b": nil]], "c": [], "d": [:], "e": "\u{202E}"]
    let text = """
      {
        "a": [
          1,
          {
            "b": null
          }
        ],
        "c": [],
        "d": {},
        "e": "\\u202e"
      }
      """
    #expect(value.indentedText == text)
    #expect(JSONValue(json: text) == value)
  }

  @Test func valuesAreReadAndSetAtPaths() {
    var value: JSONValue = ["a": ["b": 1]]
    #expect(value.value(at: ["a", "b"]) == 1)
    #expect(value.value(at: ["a", "c"]) == nil)
    #expect(value.value(at: []) == value)
    value.set(2, at: ["a", "c", "d"])
    value.set(nil, at: ["a", "b"])
    value.set(nil, at: ["x", "y"])
    #expect(value == ["a": ["c": ["d": 2]]])
  }

  @Test func aRepeatedNameIsFound() throws {
    let one = Data(#"{"a":{"b":1},"b":[{"c":1},{"c":"c"}]}"#.utf8)
    #expect(try JSONValue(parsing: one, isUnambiguous: true) == JSONValue(parsing: one))
    let two = Data(#"{"a":[{"c":0,"b":1, "\u0062" : 2}]}"#.utf8)
    #expect(throws: JSONFlaw.repeatedName("b")) { try JSONValue(parsing: two, isUnambiguous: true) }
    #expect(try JSONValue(parsing: two) == ["a": [["b": 1, "c": 0]]])
    #expect(throws: JSONFlaw.nul) { try JSONValue(parsing: Data(#"["a\u0000"]"#.utf8), isUnambiguous: true) }
  }

  @Test func textIsSafeToShow() throws {
    let nasty = (0...0x2100).compactMap(UnicodeScalar.init).map(String.init).joined() + "\u{FEFF}😀"
    let text = JSONValue.string(nasty).text
    let shown = text.unicodeScalars.filter {
      $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || (0x2028...0x202E).contains($0.value)
        || (0x2066...0x2069).contains($0.value) || [0x61C, 0x200E, 0x200F, 0xFEFF].contains($0.value)
    }
    #expect(shown.isEmpty)
    #expect(try JSONValue(parsing: Data(text.utf8)) == .string(nasty))
  }

  @Test func valueSetsTravelAsBareStrings() throws {
    let request = SendVerificationCode.Request(phoneNumber: "+16505553434", clientType: .web)
    let json = try JSONValue(parsing: JSONWriter.data(request))
    #expect(json == ["clientType": "CLIENT_TYPE_WEB", "phoneNumber": "+16505553434"])
  }
}
