import Testing

@testable import UsherTool

/// The reader of objects of plain values.
@Suite struct FlatObjectTests {
  @Test func jsonIsReadWithItsLines() throws {
    #expect(
      try FlatObject.read("{\n\"a\": \"x\\u00e9\\n\\\"\",\n \"b\": -1.5e3, \"c\": true}") == [
        .init(name: "a", value: .text("xé\n\""), line: 2),
        .init(name: "b", value: .number("-1.5e3"), line: 3),
        .init(name: "c", value: .flag(true), line: 3),
      ])
    #expect(
      try FlatObject.read(#"{"a": "\ud83d\ude00\b\f\r"}"#) == [
        .init(name: "a", value: .text("😀\u{8}\u{C}\r"), line: 1)
      ])
    #expect(try FlatObject.read("{}") == [])
  }

  @Test(arguments: [
    "{a: b}", "{a: 'b' + 'c'}", "{a: `b`}", "{a: f()}", "{...x}", "{[a]: 1}", "{a}", "{a: {}}",
    "{get a() {}}",
    "{a: 'b", "{a: 'b\n'}", "{/*", "{a: '\\x41'}", "{a: nan}", "{a: Infinity}",
  ])
  func onlyPlainJSONIsRead(_ text: String) {
    #expect(throws: FlatObject.Problem.self) { try FlatObject.read(text) }
  }
}
