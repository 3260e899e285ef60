import Crypto
import Testing
import WebAuthn

@Suite struct CBORTests {
  /// RFC 8949, appendix A: the examples of the types that are read.
  private static let standard: [(String, CBOR)] = [
    ("00", 0), ("01", 1), ("0a", 10), ("17", 23), ("1818", 24), ("1819", 25), ("1864", 100), ("1903e8", 1000),
    ("1a000f4240", 1_000_000), ("1b000000e8d4a51000", 1_000_000_000_000),
    ("20", -1), ("29", -10), ("3863", -100), ("3903e7", -1000),
    ("f4", .bool(false)), ("f5", .bool(true)), ("f6", .null),
    ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])),
    ("60", ""), ("6161", "a"), ("6449455446", "IETF"), ("62225c", "\"\\"), ("62c3bc", "\u{FC}"),
    ("63e6b0b4", "\u{6C34}"), ("64f0908591", "\u{10151}"),
    ("80", .array([])), ("83010203", .array([1, 2, 3])),
    ("8301820203820405", .array([1, .array([2, 3]), .array([4, 5])])),
    (
      "98190102030405060708090a0b0c0d0e0f101112131415161718181819",
      .array((1...25).map { .integer($0) })
    ),
    ("a0", .map([])), ("a201020304", .map([.init(1, 2), .init(3, 4)])),
    ("a26161016162820203", .map([.init("a", 1), .init("b", .array([2, 3]))])),
    ("826161a161626163", .array(["a", .map([.init("b", "c")])])),
    (
      "a56161614161626142616361436164614461656145",
      .map([.init("a", "A"), .init("b", "B"), .init("c", "C"), .init("d", "D"), .init("e", "E")])
    ),
    // The limits of `Int64`.
    ("1b7fffffffffffffff", .integer(.max)), ("3b7fffffffffffffff", .integer(.min)),
  ]

  @Test(arguments: standard) func theStandardsExamplesGoBothWays(hex: String, value: CBOR) throws {
    let bytes = try #require(Hex.decode(hex))
    #expect(CBOR(bytes) == value)
    #expect(Hex.encode(value.encoded) == hex)
  }

  @Test(arguments: standard) func aValueThatEndsEarlyOrLateIsRefused(hex: String, value: CBOR) throws {
    let bytes = try #require(Hex.decode(hex))
    for count in 0..<bytes.count { #expect(CBOR(bytes.prefix(count)) == nil) }
    #expect(CBOR(bytes + [0]) == nil)
    // Only the value's own bytes are taken.
    var rest = (bytes + [0xFF, 0xFE])[...]
    #expect(CBOR(from: &rest) == value)
    #expect(rest == [0xFF, 0xFE])
  }

  /// What RFC 8949 allows and WebAuthn does not use, and what nobody allows.
  @Test(arguments: [
    // Numbers that `Int64` does not hold.
    "1bffffffffffffffff", "3bffffffffffffffff", "1b8000000000000000", "3b8000000000000000",
    // Tags.
    "c11a514b67b0", "c249010000000000000000", "c074323031332d30332d32315432303a30343a30305a", "d74401020304",
    "d818456449455446", "d9d9f700",
    // Floating-point numbers.
    "f90000", "f93c00", "f97e00", "fa47c35000", "fb3ff199999999999a",
    // Undefined and other simple values.
    "f7", "f0", "e0", "f3", "f820", "f8ff", "f814",
    // Lengths without end, and the mark of their end.
    "5f42010243030405ff", "7f657374726561646d696e67ff", "9fff", "9f01ff", "bfff", "bf6161019fff", "5fff",
    "7fff",
    "ff", "1f", "3f", "df",
    // Additional information that is reserved.
    "1c", "1d", "1e", "3c", "5c00", "7d00", "9e", "bc", "dc", "fc", "fd", "fe",
    "1c00000000000000000000000000000001", "5c0000000000000000000000000000000101",
    "9c0000000000000000000000000000000100",
    // Lengths over the end.
    "41", "4401", "61", "81", "a1", "a101", "5801", "590001", "5a00000001", "5b0000000000000001",
    "5bffffffffffffffff", "7bffffffffffffffff", "9bffffffffffffffff", "bbffffffffffffffff",
    "5b7fffffffffffffff", "7b7fffffffffffffff", "9b7fffffffffffffff", "bb7fffffffffffffff",
    "5b8000000000000000", "9b8000000000000000", "bb8000000000000000", "9b0000000100000000",
    "bb0000000100000000", "5affffffff", "9affffffff00", "baffffffff0000", "9b00",
    // Keys that come twice, also in another form.
    "a201000100", "a20100180100", "a2616100616101", "a22000380001", "a3010002000100",
    // Keys of other types.
    "a14000", "a18000", "a1a000", "a1f500", "a1f600",
    // No UTF-8: a continuation alone, a start alone, too long a form, a surrogate, above the last character.
    "6180", "61c3", "62c080", "63eda080", "64f4908080", "61ff",
    // Nothing.
    "",
  ])
  func otherBytesAreRefused(hex: String) throws {
    #expect(CBOR(try #require(Hex.decode(hex))) == nil)
  }

  /// Authenticators write the shortest form, but what others write means the same.
  @Test(arguments: [
    ("1800", 0 as CBOR), ("190001", 1), ("1a00000001", 1), ("1b0000000000000001", 1), ("3800", -1),
    ("580101", .bytes([1])), ("7800", ""), ("9b000000000000000101", .array([1])),
    ("ba000000010102", .map([.init(1, 2)])),
  ])
  func longerFormsMeanTheSame(hex: String, value: CBOR) throws {
    #expect(CBOR(try #require(Hex.decode(hex))) == value)
  }

  @Test func eightLevelsAreTheMost() {
    for (start, end) in [([0x81], []), ([0xA1, 0x01], [])] as [([UInt8], [UInt8])] {
      for inner in [[0x00], [0x80], [0xA0], [0x41, 0xFF]] as [[UInt8]] {
        let nested = (0...9).map { levels in
          CBOR(Array(repeating: start, count: levels).flatMap(\.self) + inner + end) != nil
        }
        #expect(nested == [true, true, true, true, true, true, true, true, false, false])
      }
    }
    // A flood of starts does not exhaust the stack.
    #expect(CBOR([UInt8](repeating: 0x81, count: 1_000_000)) == nil)
  }

  @Test func aMapHasAtMost256Entries() {
    func map(_ count: Int64) -> CBOR { .map((0..<count).map { .init(.integer($0), .null) }) }
    #expect(CBOR(map(256).encoded) == map(256))
    #expect(CBOR(map(257).encoded) == nil)
  }

  @Test func everyLengthIsWrittenInItsShortestForm() {
    for (count, head) in [
      (0, "40"), (23, "57"), (24, "5818"), (255, "58ff"), (256, "590100"), (65_535, "59ffff"),
      (65_536, "5a00010000"),
    ] {
      let value = CBOR.bytes([UInt8](repeating: 7, count: count))
      #expect(Hex.encode(value.encoded.dropLast(count)) == head)
      #expect(CBOR(value.encoded) == value)
    }
    #expect(Hex.encode(CBOR.integer(0xFFFF_FFFF).encoded) == "1affffffff")
    #expect(Hex.encode(CBOR.integer(0x1_0000_0000).encoded) == "1b0000000100000000")
    #expect(Hex.encode(CBOR.integer(-0x1_0000_0001).encoded) == "3b0000000100000000")
  }

  @Test func writingAndReadingGivesTheSame() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      let value = Self.anything(levels: 5, using: &random)
      #expect(CBOR(value.encoded) == value)
    }
  }

  @Test func membersAreFoundByTheirKeys() {
    let map: CBOR = .map([.init("a", .bytes([1])), .init(-1, "x"), .init(2, 3), .init("m", .map([]))])
    #expect(map["a"]?.bytes == [1])
    #expect(map[-1]?.text == "x")
    #expect(map[2]?.integer == 3)
    #expect(map["m"]?.isMap == true)
    #expect(map["b"] == nil)
    #expect(map[1] == nil)
    #expect(map["a"]?.text == nil)
    #expect(map[-1]?.bytes == nil)
    #expect(map["a"]?.integer == nil)
    #expect(map["a"]?.isMap == false)
    #expect(CBOR.array([1])[0] == nil)
  }

  /// Unicode takes a Kelvin sign for a K, and both forms of an accented letter for one.
  @Test func textsAreComparedByTheirBytes() {
    #expect(CBOR.text("K") != .text("\u{212A}"))
    let map: CBOR = .map([.init("\u{212A}", 1), .init("K", 2), .init("\u{E9}", 3), .init("e\u{301}", 4)])
    #expect(CBOR(map.encoded) == map)
    #expect([map["K"], map["\u{212A}"], map["\u{E9}"], map["e\u{301}"]] == [2, 1, 3, 4])
  }

  /// Many values, and long keys that differ only at the end: where the time grew faster than the input, this would go on
  /// until the run's limit.
  @Test func manyValuesAreReadAndWritten() {
    let long = String(repeating: "e\u{301}\u{323}", count: 800)
    let mixed = [long, String(repeating: "\u{E9}\u{323}", count: 800)]
    let map = CBOR.map((0..<256).map { .init(.text(mixed[$0 % 2] + String($0)), .null) })
    let list = CBOR.array([CBOR](repeating: .null, count: 200_000))
    #expect(CBOR(map.encoded) == map)
    #expect(CBOR(list.encoded) == list)
  }

  private static func anything(levels: Int, using random: inout SystemRandomNumberGenerator) -> CBOR {
    switch Int.random(in: 0..<(levels > 0 ? 8 : 6), using: &random) {
    case 0: .integer(.random(in: .min ... .max, using: &random))
    case 1: .integer(.random(in: -300...300, using: &random))
    case 2: .bytes((0..<Int.random(in: 0...300, using: &random)).map { UInt8($0 & 0xFF) })
    case 3: .text(String(repeating: "\u{E9}z\u{1F511}", count: .random(in: 0...90, using: &random)))
    case 4: .bool(.random(using: &random))
    case 5: .null
    case 6:
      .array(
        (0..<Int.random(in: 0...6, using: &random)).map { _ in anything(levels: levels - 1, using: &random) })
    default:
      .map(
        (0..<Int64.random(in: 0...6, using: &random)).map { number in
          .init(
            number % 2 == 0 ? .integer(number - 3) : .text("k\(number)"),
            anything(levels: levels - 1, using: &random))
        })
    }
  }
}
