import Essentials
import IdentityToolkit
import Testing

@Suite struct JSONReaderTests {
  private func nested(_ depth: Int, _ opening: String = "[", _ closing: String = "]") -> String {
    String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)
  }

  private func isTooDeep(_ text: String) -> Bool {
    do {
      _ = try JSONReader.plain.read(JSONValue.self, from: text)
    } catch .tooDeep {
      return true
    } catch {}
    return false
  }

  @Test func whatIsDeeperThanTheServiceIsRefused() {
    for (opening, closing) in [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")] {
      let levels = opening.utf8.filter { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }.count
      let most = JSONReader.deepest / levels
      #expect(JSONValue(json: nested(most, opening, closing)) != nil)
      #expect(isTooDeep(nested(most + 1, opening, closing)))
      #expect(isTooDeep(nested(100_000, opening, closing)))
      #expect(isTooDeep(String(repeating: opening, count: 100_000)))
    }
  }

  @Test func bracketsInStringsAndSideBySideAreNoDepth() {
    let bracket = nested(400)
    #expect(JSONValue(json: JSONValue.string(bracket).text) == .string(bracket))
    #expect(JSONValue(json: #"["\\","\"\#(bracket)\"",[]]"#) == ["\\", .string("\"\(bracket)\""), []])
    let row = [String](repeating: "[]", count: 1000).joined(separator: ",")
    #expect(JSONValue(json: "[\(row)]")?.array?.count == 1000)
  }

  /// Where two bytes are a character, a quotation mark for one reader is half of a letter for another.
  @Test func otherEncodingsHideNoDepth() {
    let text = #"["∀","# + nested(400) + "]"
    for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf16, .utf32LittleEndian] {
      let data = text.data(using: encoding) ?? Data()
      #expect(data.count > 800)
      #expect(JSONValue(json: data) == nil)
    }
    #expect(JSONValue(json: Data([0x31, 0])) == nil)
  }

  @Test func nonsenseIsNil() {
    for text in ["", "{", "]" + nested(400), "nul", #"{"a"}"#, "[\"a\nb\"]"] {
      #expect(JSONValue(json: text) == nil, "\(text.prefix(20))")
    }
  }
}
