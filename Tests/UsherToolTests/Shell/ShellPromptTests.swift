import Testing

@testable import UsherTool

@Suite struct ShellPromptTests {
  @Test(
    arguments: [
      ("kim@a.example", "local", 80, "kim@a.example (local) usher> "),
      ("+16505553434", "local", 80, "+16505553434 (local) usher> "),
      (nil, "production", 80, "not si... (production) usher> "),
      ("kim@example.com", "local, bob", 80, "kim@ex... (local, bob) usher> "),
      ("kim@example.com", nil, 80, "usher> "),
      ("kim@example.com", "local", 40, "kim@exa... (local) usher> "),
      ("kim@example.com", "local", 20, "usher> "),
      ("kim@example.com", "local", 0, "usher> "),
      (
        "a.long.address.of.kim@mail.example.com", "https://auth.staging.example.com:9099", 80,
        "a.long... (https:/...) usher> "
      ),
      ("日本語日本語日本語日本語", "local", 40, "日本語... (local) usher> "),
    ] as [(String?, String?, Int, String)])
  func itIsCutToFit(account: String?, place: String?, columns: Int, expected: String) {
    #expect(ShellPrompt(account: account, place: place).text(columns: columns) == expected)
  }

  @Test(arguments: 0...200)
  func itLeavesAThirdOfTheLineAndHasAtMostThirtyColumns(columns: Int) {
    let prompt = ShellPrompt(
      account: "kim.with.a.long.name@example.com", place: "http://127.0.0.1:9099, another")
    let text = prompt.text(columns: columns)
    #expect(text.count <= max(min(columns * 2 / 3, 30), "usher> ".count))
    #expect(text.hasSuffix("usher> "))
  }
}
