import Essentials
import IdentityToolkit
import Testing

@testable import UsherTool

struct ResultEncoderTests {
  private func text(_ value: some Encodable) -> String { ResultEncoder.json(of: value).text }

  @Test func membersStandInTheOrderOfTheirKeys() {
    struct Ship: Codable {
      var name = "Anna"
      var isAfloat = true
      var masts = 3
      var length = 12.5
      var ports = ["Oslo", "Bergen"]
      var log: JSONValue = ["z": 1, "a": [nil]]

      enum CodingKeys: String, CodingKey {
        case masts, name, length
        case isAfloat = "is_afloat"
        case log, ports
      }
    }
    #expect(
      text(Ship())
        == #"{"masts":3,"name":"Anna","length":12.5,"is_afloat":true,"log":{"z":1,"a":[null]},"ports":["Oslo","Bergen"]}"#
    )
  }

  private struct Values: Codable {
    var flag: Bool?
    var text: String?
    var double: Double?
    var float: Float?
    var int: Int?
    var int8: Int8?
    var int16: Int16?
    var int32: Int32?
    var int64: Int64?
    var uint: UInt?
    var uint8: UInt8?
    var uint16: UInt16?
    var uint32: UInt32?
    var uint64: UInt64?
    var date: Date?
    var list: [Int]?
    var json: JSONValue?
  }

  @Test func whatIsMissingIsNull() throws {
    let members = try #require(ResultEncoder.json(of: Values()).members)
    #expect(members.count == 17)
    for member in members { #expect(member.value == .null, "\(member.name)") }
  }

  @Test func everyKindOfValueIsEncoded() {
    let values = Values(
      flag: false, text: "x", double: 0.5, float: 0.25, int: -1, int8: -2, int16: -3, int32: -4,
      int64: .min, uint: 1, uint8: 2, uint16: 3, uint32: 4, uint64: .max,
      date: Date(timeIntervalSinceReferenceDate: 0), list: [], json: ["a": true])
    #expect(
      ResultEncoder.json(of: values)
        == [
          "flag": false, "text": "x", "double": .number(0.5), "float": .number(0.25), "int": -1, "int8": -2,
          "int16": -3, "int32": -4, "int64": .integer(.min), "uint": 1, "uint8": 2, "uint16": 3, "uint32": 4,
          "uint64": .integer(.max), "date": "2001-01-01T00:00:00Z", "list": [], "json": ["a": true],
        ])
  }

  @Test func aResultMayLeaveOutWhatIsMissing() {
    struct Part: Codable {
      var name: String?
    }
    struct Whole: Codable, OmitsMissing {
      var left: String?
      var shown: Nullable<Int>?
      var empty: Nullable<Int>? = Nullable(nil)
      var full: Nullable<Int>? = Nullable(7)
      var part = Part()
      var parts = [Part(name: "a"), Part()]
    }
    #expect(
      text(Whole()) == #"{"empty":null,"full":7,"part":{"name":null},"parts":[{"name":"a"},{"name":null}]}"#)
  }

  @Test(arguments: [
    (39.865_999_937, "2001-01-01T00:00:39.866Z"), (39.999_6, "2001-01-01T00:00:39.999Z"),
    (0, "2001-01-01T00:00:00Z"), (-0.25, "2000-12-31T23:59:59.750Z"),
    (804_600_000.123_456, "2026-07-01T12:00:00.123Z"),
  ])
  func timesAreWholeMilliseconds(_ seconds: Double, _ expected: String) {
    #expect(ResultEncoder.json(of: Date(timeIntervalSinceReferenceDate: seconds)) == .string(expected))
  }

  @Test func aMemberThatIsEncodedAgainIsReplacedInItsPlace() {
    struct Twice: Encodable {
      enum Key: CodingKey { case first, second }

      func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(1, forKey: .first)
        try members.encode(2, forKey: .second)
        var again = encoder.container(keyedBy: Key.self)
        try again.encode("one", forKey: .first)
      }
    }
    #expect(text(Twice()) == #"{"first":"one","second":2}"#)
  }

  @Test func containersMayBeNested() {
    struct Nest: Encodable {
      enum Key: CodingKey { case object, list, base }

      func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        var object = members.nestedContainer(keyedBy: Key.self, forKey: .object)
        try object.encode(1, forKey: .base)
        try object.encodeNil(forKey: .list)
        var list = members.nestedUnkeyedContainer(forKey: .list)
        try list.encode("a")
        try list.encodeNil()
        var inner = list.nestedUnkeyedContainer()
        try inner.encode(true)
        var last = list.nestedContainer(keyedBy: Key.self)
        try last.encode(2, forKey: .base)
        try ["b"].encode(to: list.superEncoder())
        try "c".encode(to: members.superEncoder(forKey: .base))
      }
    }
    #expect(
      text(Nest())
        == #"{"object":{"base":1,"list":null},"list":["a",null,[true],{"base":2},["b"]],"base":"c"}"#)
  }
}
