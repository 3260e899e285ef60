import Testing

@testable import CommandKit

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("token", "token", 0), ("tokn", "token", 1), ("tokken", "token", 1), ("toekn", "token", 1),
    ("tok", "token", 2), ("etokn", "token", 2), ("ca", "abc", nil), ("kot", "token", nil), ("", "ab", 2),
    ("", "", 0),
  ])
  func distanceCountsInsertionsDeletionsReplacementsAndSwaps(a: String, b: String, distance: Int?) {
    #expect(a.editDistance(to: b, limit: 2) == distance)
    #expect(b.editDistance(to: a, limit: 2) == distance)
  }

  @Test(arguments: [
    ("sned", ["send"]), ("dispatch", ["send"]), ("crwe", ["crew"]), ("laod", ["load"]),
    ("lod", ["log", "load"]),
    ("hire", ["crew hire"]), ("ins", []), ("se", []), ("cerw", ["crew"]), ("sink", []), ("lop", ["log"]),
    ("lap", []), ("sen", ["send"]), ("zzz", []), ("", []), ("l", []),
  ])
  func commandsThatMayBeMeant(word: String, suggestions: [String]) {
    #expect(
      reading(port.parse([word]))
        == Reading<Log>.failure(.unknownCommand(word, suggestions: suggestions), .root, noGlobals))
  }

  @Test func aGroupSuggestsItsOwn() {
    #expect(
      read("crew", "lsit")
        == .failure(.unknownCommand("crew lsit", suggestions: ["crew list"]), .group("crew"), noGlobals))
    #expect(
      read("crew", "add")
        == .failure(.unknownCommand("crew add", suggestions: ["crew hire"]), .group("crew"), noGlobals))
  }

  @Test(arguments: [("--jsno", ["--json"]), ("--kn", []), ("--kno", ["--knots"]), ("--hlep", ["--help"])])
  func optionsThatMayBeMeant(option: String, suggestions: [String]) {
    #expect(
      reading(port.parse(["send", option]))
        == Reading<Log>.failure(.unknownOption(option, suggestions: suggestions), .command("send"), noGlobals)
    )
  }

  @Test func aHugeWordIsCheap() {
    #expect(port.suggestions(for: String(repeating: "s", count: 1_000_000), after: "") == [])
  }
}
