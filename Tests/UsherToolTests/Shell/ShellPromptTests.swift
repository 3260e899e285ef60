import Testing

@testable import UsherTool

@Suite struct ShellPromptTests {
  @Test(
    arguments: [
      ("kim@example.com", "local", 0, 80, "kim@example.com (local) usher> "),
      (nil, "production", 0, 80, "not signed in (production) usher> "),
      ("kim@example.com", "local, bob", 5, 80, "kim@example.com (local, bob) [5] usher> "),
      ("kim@example.com", nil, 78, 80, "[78] usher> "),
      ("kim@example.com", "local", 0, 40, "kim@exa... (local) usher> "),
      ("kim@example.com", "local", 0, 20, "usher> "),
      ("kim@example.com", "local", 0, 0, "usher> "),
      (
        "a.long.address.of.kim@mail.example.com", "https://auth.staging.example.com:9099", 0, 80,
        "a.long.address.of.... (https://auth.stagi...) usher> "
      ),
      ("日本語日本語日本語日本語", "local", 0, 40, "日本語... (local) usher> "),
    ] as [(String?, String?, Int32, Int, String)])
  func itIsCutToFit(account: String?, place: String?, status: Int32, columns: Int, expected: String) {
    #expect(ShellPrompt(account: account, place: place, status: status).text(columns: columns) == expected)
  }

  @Test(arguments: 0...200)
  func aThirdOfTheLineIsLeft(columns: Int) {
    let prompt = ShellPrompt(
      account: "kim.with.a.long.name@example.com", place: "http://127.0.0.1:9099, another", status: 130)
    let text = prompt.text(columns: columns)
    #expect(text.count <= max(columns * 2 / 3, "[130] usher> ".count))
    #expect(text.hasSuffix("[130] usher> "))
  }
}
