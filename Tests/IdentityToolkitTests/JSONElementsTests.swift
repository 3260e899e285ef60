import Essentials
import IdentityToolkit
import Testing

@Suite struct JSONElementsTests {
  @Test(arguments: [
    (#"{"users":[]}"#, #"{"users":[]}"#, []),
    (#"{"users":[ ],"a":1}"#, #"{"users":[],"a":1}"#, []),
    (
      #"{"a":[1],"users":[{"b":[1,2]},3 , "x,]"],"c":{}}"#, #"{"a":[1],"users":[],"c":{}}"#,
      [#"{"b":[1,2]}"#, "3 ", #" "x,]""#]
    ),
    (#"{"n":"users","m":{"users":[1]},"users":[2]}"#, #"{"n":"users","m":{"users":[1]},"users":[]}"#, ["2"]),
    (#"{"a\"users":[1],"users":["\\","\""]}"#, #"{"a\"users":[1],"users":[]}"#, [#""\\""#, #""\"""#]),
  ])
  func anObjectIsTakenApart(text: String, rest: String, elements: [String]) {
    // Data's indices need not begin with zero.
    let parts = JSONElements(of: "users", in: Data("xx\(text)".utf8).dropFirst(2))
    #expect(String(decoding: parts.rest, as: UTF8.self) == rest)
    #expect(parts.elements.map { String(decoding: $0, as: UTF8.self) } == elements)
  }

  /// What is missing between commas is an element that nobody can read.
  @Test func whatIsMissingIsFound() {
    let parts = JSONElements(of: "users", in: Data(#"{"users":[1,,2,]}"#.utf8))
    #expect(parts.elements.map { String(decoding: $0, as: UTF8.self) } == ["1", "", "2", ""])
  }

  @Test(arguments: [
    "", "{", "[", #"{"users":{"a":[1]}}"#, #"{"users":[1,2"#, #"{"users":[1,2"]}"#, "]]]}}", #"""#,
  ])
  func whatHasNoSuchArrayIsLeftAsItIs(text: String) {
    let parts = JSONElements(of: "users", in: Data(text.utf8))
    #expect(parts.rest == Data(text.utf8))
    #expect(parts.elements == [])
  }

  /// Whatever the bytes are, the parts are parts of them.
  @Test func noTextEndsTheProcess() {
    var random = SystemRandomNumberGenerator()
    let alphabet = Array(#"{}[]",:\ users1"#.utf8)
    for _ in 0..<20_000 {
      let text = Data((0..<Int.random(in: 0...40)).map { _ in alphabet.randomElement(using: &random)! })
      let parts = JSONElements(of: "users", in: Data(#"{"users":["#.utf8) + text)
      #expect(parts.rest.count <= text.count + 10)
    }
  }
}
