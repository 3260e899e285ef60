import Testing

@testable import TerminalIO

@Suite struct LineCompletionTests {
  private func completion(_ typed: String, _ choices: String..., isWhole: Bool = true) -> LineCompletion {
    LineCompletion(of: typed, choices: choices.map { .init($0, isWhole: isWhole) })
  }

  @Test func oneChoiceIsTakenWhole() {
    #expect(completion("sta", "status").certain == "status ")
    #expect(completion("'a", "'a b'").certain == "'a b' ")
    #expect(completion("Doc", "Documents/", isWhole: false).certain == "Documents/")
  }

  @Test func ofSeveralTheCommonBeginningIs() {
    #expect(completion("s", "session", "send-link").certain == "se")
    #expect(completion("se", "session", "send-link").certain == nil)
    #expect(completion("", "status", "token").certain == nil)
    #expect(completion("x").certain == nil)
  }

  @Test func choicesAreListedWithWhatTheyAre() {
    let completion = LineCompletion(
      of: "s",
      choices: [.init("signin", help: "Sign in by any method."), .init("send-link"), .init("\u{1B}[2J")])
    #expect(
      completion.listed(columns: 80, rows: 5) == ["signin     Sign in by any method.", "send-link", "[2J"])
    #expect(completion.listed(columns: 20, rows: 5)[0] == "signin     Sign ...")
  }

  @Test func manyChoicesAreListedInColumnsAsFarAsThereIsRoom() {
    let completion = LineCompletion(of: "", choices: (10..<40).map { .init("word\($0)", help: "No room.") })
    #expect(
      completion.listed(columns: 40, rows: 6)
        == stride(from: 10, to: 40, by: 5).map { row in (row..<row + 5).map { "word\($0)  " }.joined() })
    #expect(
      completion.listed(columns: 40, rows: 3)
        == [
          "word10  word11  word12  word13  word14  ", "word15  word16  word17  word18  word19  ",
          "... 30 in all",
        ])
  }

  @Test func wideChoicesAreListedByTheirColumns() {
    let completion = LineCompletion(
      of: "",
      choices: [
        .init("会话", help: "显示会话的状态和等待的步骤。"), .init("status", help: "Hiện trạng thái của phiên."),
        .init("estado", help: "Muestra el estado de la sesión."),
      ])
    #expect(
      completion.listed(columns: 30, rows: 3) == [
        "会话    显示会话的状态和等...", "status  Hiện trạng thái củ...", "estado  Muestra el estado ...",
      ])
    #expect(completion.listed(columns: 18, rows: 2) == ["会话    status  ", "estado  "])
  }
}
