import CommandKit
import Testing

@Suite struct ExampleTests {
  @Test(arguments: [
    ("port", []), ("port send", ["send"]),
    ("port send --tag='a b'  \"\" x\\y", ["send", "--tag=a b", "", "x\\y"]),
    ("port log | tee x", ["log"]), ("cat l | port log inspect - > out", ["log", "inspect", "-"]),
    (#"curl -H "Bearer $(port log)" u"#, ["log"]), ("airport log", nil), ("porter log", nil),
  ])
  func anExampleGivesTheToolsWords(line: String, words: [String]?) {
    #expect(Example(line, "Try it.").words(for: "port") == words)
  }
}
