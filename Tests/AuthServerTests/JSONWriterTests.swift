import Essentials
import IdentityToolkit
import Testing

@testable import AuthServer

/// What answers are written with, beside Foundation's encoder.
struct JSONWriterTests {
  private struct Sample: Codable {
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
    var any: JSONValue = ["z": [1, .null, true, .number(2.5), [:], []], "": ["b": "c", "a": "d"]]
  }

  private struct Inner: Codable {
    var empty = EmptyObject()
    var a: [String: Int?] = ["k": nil, "j": 1]
  }

  private func expected(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func written(_ value: some Encodable) throws -> String {
    String(decoding: try JSONWriter.data(value), as: UTF8.self)
  }

  @Test func anAnswerIsWrittenAsFoundationWritesIt() throws {
    #expect(try written(Sample()) == expected(Sample()))
    #expect(try written(EmptyObject()) == "{}")
    #expect(try written(["b": 1, "a": 2]) == #"{"a":2,"b":1}"#)
    #expect(try written([1.0, -2.5, 1e300]) == expected([1.0, -2.5, 1e300]))
    #expect(try written(JSONValue.string("x")) == #""x""#)
  }

  @Test func ofMembersWithOneNameTheLastStays() throws {
    let twice = JSONValue.object([
      .init("b", 1), .init("a", 2), .init("b", ["x"]),
      .init("c", .null),
    ])
    #expect(try written(twice) == #"{"a":2,"b":["x"],"c":null}"#)
  }

  @Test func whatJSONCannotSayIsAnError() {
    #expect(throws: EncodingError.self) { try JSONWriter.data(["x": Double.nan]) }
  }
}
