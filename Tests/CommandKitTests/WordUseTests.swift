import Testing

@testable import CommandKit

@Suite struct WordUseTests {
  private func uses(_ line: String) -> [String] {
    port.parse(SplitLine(line).words).uses.map { use in
      switch use {
      case .value(let word, let argument): "\(argument.spelling)=\(word)"
      case .unknownOption(let nearest, let value): "?\(nearest.map(\.spelling))\(value ?? "")"
      case .surplus(let word): "+\(word)"
      }
    }
  }

  @Test(arguments: [
    ("send 1234 --json", ["NUMBER=1234"]),
    ("send -p me 1234 5678 9", ["--profile=me", "NUMBER=1234", "+5678", "+9"]),
    ("send --timeout nonsense 1234", ["--timeout=nonsense", "NUMBER=1234"]),
    ("send --profile=a --profile=b", ["--profile=a", "--profile=b"]),
    ("send --json=x", ["+x"]),
    ("send --profil=me", [#"?["--profile"]me"#]),
    ("send --nothing-like-it x", ["?[]", "NUMBER=x"]),
    ("send -Zx", ["?[]x"]),
    ("sned 1234", ["+sned", "+1234"]),
    ("crew nobody x", ["+nobody", "+x"]),
  ])
  func everyWordIsAccountedForAlsoWhereTheLineIsWrong(line: String, expected: [String]) {
    #expect(uses(line) == expected)
  }
}
