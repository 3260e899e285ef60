import Essentials
import Testing

struct JSONElementScannerTests {
  private static let text =
    #"{"a": ["users", {"users": [0]}], "us\"ers": [1], "users" : [ {"n": "}],\"[{\\"}, "\uD83D\uDE00é,", "#
    + #"[[1, 2], {}],-1.5e3 ,"","\\" ], "users": [9], "b": "]"}"#
  private static let elements = [
    #" {"n": "}],\"[{\\"}"#, #" "\uD83D\uDE00é,""#, " [[1, 2], {}]", "-1.5e3 ", #""""#, #""\\" "#,
  ]

  @Test(arguments: 1...7) func thePiecesCanEndAnywhere(size: Int) {
    let bytes = Array(Self.text.utf8)
    var scanner = JSONElementScanner(of: "users")
    var found: [String] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      let open = scanner.unfinished
      bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { piece in
        scanner.scan(piece) { place in
          // Whoever keeps the bytes since the open element has all that is needed.
          #expect(place.lowerBound >= open ?? start)
          found.append(String(decoding: bytes[place], as: UTF8.self))
        }
      }
    }
    #expect(found == Self.elements)
    let array = bytes.indices.filter { bytes[$0...].starts(with: #"" : [ {"n""#.utf8) }.map { $0 + 5 }
    #expect(scanner.start.map { [$0] } == array)
    #expect(scanner.array.map { bytes[$0.upperBound...].starts(with: #"], "users": [9]"#.utf8) } == true)
    #expect(scanner.unfinished == nil)
  }

  @Test func anArrayThatDoesNotEndHasAnOpenElement() {
    var scanner = JSONElementScanner(of: "users")
    Array(#"{"users":[1,{"a"#.utf8).withUnsafeBytes { piece in
      scanner.scan(piece) { #expect($0 == 10..<11) }
    }
    #expect(scanner.array == nil)
    #expect(scanner.unfinished == 12)
  }
}
