import Essentials
import Testing

@Suite struct JSONParserTests {
  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("1.0", 1), ("1e2", 100), ("-2.5E-1", .number(-0.25)),
      ("9223372036854775807", 9_223_372_036_854_775_807), ("9223372036854775808", .number(0x1p63)),
      (#""""#, ""), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\uD83D\ude00é😀""#, "é😀é😀"),
      (" [ 1 , [ ] , { } ] ", [1, [], [:]]), (#"{"b":1,"a":{"c":null}}"#, ["a": ["c": nil], "b": 1]),
      (#"{"a":1,"b":2,"a":3}"#, ["a": 1, "b": 2]), ("\u{FEFF}true", true), ("\r\n\tfalse", false),
    ] as [(String, JSONValue)])
  func jsonIsRead(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: Data(text.utf8)) == value)
  }

  @Test(arguments: [
    ("", 0), ("  ", 2), ("nul", 3), ("True", 0), ("1 2", 2), ("01", 1), ("-", 1), ("1.", 2), (".5", 0),
    ("1e", 2),
    ("1e400", 0), ("+1", 0), ("NaN", 0), ("[1,]", 3), ("[,1]", 1), ("[1 2]", 3), ("[1", 2), ("{\"a\":1,}", 7),
    ("{a:1}", 1), ("{\"a\"}", 4), ("{\"a\":}", 5), ("{\"a\":1", 6), ("\"a", 2), ("\"a\nb\"", 2),
    ("\"\\x\"", 2),
    (#""\u12G4""#, 5), (#""\ud800""#, 7), (#""\ud800\u0041""#, 2), (#""\udc00""#, 2), ("\"a\u{0}\"", 2),
    ("// a\n1", 0), ("'a'", 0), ("1\u{0B}", 1),
  ])
  func whatIsNotJSONIsRefusedWhereItStops(text: String, place: Int) {
    #expect(throws: JSONFlaw.unexpected(at: place)) { try JSONValue(parsing: Data(text.utf8)) }
  }

  @Test func bytesThatAreNotUTF8AreRefused() {
    for bytes in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82]] as [[UInt8]] {
      let text = Data("\"a".utf8) + bytes + Data("\"".utf8)
      #expect(throws: JSONFlaw.unexpected(at: 1)) { try JSONValue(parsing: text) }
    }
  }

  private struct Values: Codable, Equatable {
    var text: String?
    var numbers: [Int8]
    var date: Date
    var data: Data
    var nested: [String: [Double?]]
    var any: JSONValue
  }

  @Test func valuesAreReadAsTheyWereWritten() throws {
    let values = Values(
      text: nil, numbers: [-128, 127], date: Date(timeIntervalSinceReferenceDate: 0.25),
      data: Data([0, 255]),
      nested: ["a_b": [1, nil, 2.5]], any: ["x": [true, "y"]])
    for dates in [JSONDates.secondsSince2001, .rfc3339] {
      let data = try JSONWriter.data(values, dates: dates)
      #expect(try JSONReader(dates: dates).read(Values.self, from: data) == values)
      #expect(try JSONReader(dates: dates, isSnakeCase: true).read(Values.self, from: data) == values)
    }
    #expect(try JSONDecoder().decode(Date.self, from: JSONWriter.data(values.date)) == values.date)
  }

  /// Two values that write their members into one object, as saved sessions do.
  private struct Beside: Codable, Equatable {
    var inner = ["b": [1]]
    var outer = 2
    var list = [["c": 3], [:]]

    private enum CodingKeys: CodingKey { case outer, list }

    init() {}

    init(from decoder: any Decoder) throws {
      inner = ["b": try [String: JSONValue](from: decoder)["b"]?.array?.map { Int($0.integer ?? 0) } ?? []]
      let members = try decoder.container(keyedBy: CodingKeys.self)
      outer = try members.decode(Int.self, forKey: .outer)
      list = try members.decode([[String: Int]].self, forKey: .list)
    }

    func encode(to encoder: any Encoder) throws {
      try inner.encode(to: encoder)
      var members = encoder.container(keyedBy: CodingKeys.self)
      try members.encode(outer, forKey: .outer)
      var list = members.nestedUnkeyedContainer(forKey: .list)
      for item in self.list { try list.encode(item) }
    }
  }

  @Test func valuesBesideEachOtherAreOneObject() throws {
    let data = try JSONWriter.data([Beside()])
    #expect(String(decoding: data, as: UTF8.self) == #"[{"b":[1],"outer":2,"list":[{"c":3},{}]}]"#)
    #expect(try JSONReader.plain.read([Beside].self, from: data) == [Beside()])
    #expect(
      JSONWriter.fileData(Beside()).map { String(decoding: $0, as: UTF8.self) } == """
        {
          "b": [
            1
          ],
          "list": [
            {
              "c": 3
            },
            {}
          ],
          "outer": 2
        }

        """)
  }

  private struct Names: Codable, Equatable {
    var someName: Int?
    var _own: Int?
    var fooBarUrl: Int?
    var map: [String: Int]?
  }

  @Test func namesInSnakeCaseAreRead() throws {
    let text = #"{"some_name":1,"_own":2,"foo_bar_URL":3,"map":{"a_b":4}}"#
    let names = Names(someName: 1, _own: 2, fooBarUrl: 3, map: ["a_b": 4])
    #expect(try JSONReader(isSnakeCase: true).read(Names.self, from: text) == names)
    #expect(try JSONReader.plain.read(Names.self, from: text) == Names(_own: 2, map: ["a_b": 4]))
  }

  /// Returns the place in the error, after its kind.
  private func problem(_ type: (some Decodable).Type, _ text: String) -> String? {
    do {
      _ = try JSONReader.plain.read(type, from: text)
      return nil
    } catch .malformed(DecodingError.keyNotFound(let key, let context)) {
      return "missing " + (context.codingPath + [key]).place
    } catch .malformed(DecodingError.valueNotFound(_, let context)) {
      return "null " + context.codingPath.place
    } catch .malformed(DecodingError.typeMismatch(let type, let context)) {
      return "not \(type) " + context.codingPath.place
    } catch .malformed(DecodingError.dataCorrupted(let context)) {
      return "wrong " + context.codingPath.place
    } catch {
      return "\(error)"
    }
  }

  @Test func errorsNameTheirPlace() {
    #expect(problem(Values.self, "{}") == "missing numbers")
    #expect(problem(Values.self, "[]") == "not Dictionary<String, Any> ")
    #expect(problem(Values.self, #"{"numbers":null}"#) == "null numbers")
    #expect(problem(Values.self, #"{"numbers":{}}"#) == "not Array<Any> numbers")
    #expect(problem(Values.self, #"{"numbers":[1,"a"]}"#) == "not Int8 numbers[1]")
    #expect(problem(Values.self, #"{"numbers":[128]}"#) == "wrong numbers[0]")
    #expect(problem([Int].self, "[1.5]") == "wrong [0]")
    #expect(problem([Data].self, #"["!"]"#) == "wrong [0]")
    #expect(problem([String: Bool].self, #"{"a":1}"#) == "not Bool a")
  }
}
