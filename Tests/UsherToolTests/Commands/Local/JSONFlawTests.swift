import Essentials
import TestSupport
import Testing

@testable import UsherTool

/// Where typed JSON is broken.
struct JSONFlawTests {
  @Test(arguments: [
    (#"{"a":"#, "ends before it is whole JSON"), ("[1,2", "ends before it is whole JSON"),
    (#""abc"#, "ends before it is whole JSON"), (#""a\"#, "ends before it is whole JSON"),
    ("{b}", "stops being JSON at its character 2, 'b'"),
    (#"{"a" 1}"#, "stops being JSON at its character 6, '1'"),
    (#"{"a":1}x"#, "stops being JSON at its character 8, 'x'"),
    ("[1,,2]", "stops being JSON at its character 4, ','"),
    (#"{"a":1-2}"#, "stops being JSON at its character 7, '-'"),
    ("[01]", "stops being JSON at its character 3, '1'"),
    ("[1,]", "stops being JSON at its character 4, ']'"),
    (#"{"ä":tru}"#, "stops being JSON at its character 9, '}'"),
    ("{'a':1}", "stops being JSON at its character 2, '''"), ("", "ends before it is whole JSON"),
  ])
  func theFirstCharacterThatCannotStandThereIsNamed(text: String, explanation: String) {
    #expect(flaw(in: text)?.explanation(in: text).english == explanation)
  }

  @Test(arguments: ["{}", " [ ] ", #"{"a":[1,-2.5e3,"x\"y",null],"b":{"c":true}}"#, "0", #""""#])
  func whatIsJSONHasNone(text: String) {
    #expect(flaw(in: text) == nil)
  }

  private func flaw(in text: String) -> JSONFlaw? {
    do {
      _ = try JSONValue(parsing: Data(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test func aBrokenClaimIsNoWord() {
    let tool = ToolHarness()
    #expect(tool.run("local", "users", "add", "--uid", "kim").status == 0)
    #expect(
      tool.run("local", "users", "claims", "kim", "level=3", "role={\"a\":1,,}")
        == .init(
          65,
          errors: """
            error: role stops being JSON at its character 8, ','
              A text that begins with {, [ or " is written as JSON too, like '"[draft]"'.

            """))
    #expect(tool.run("local", "project", "set", "authorizedDomains", "[\"a\"").status == 65)
    #expect(tool.run("local", "users", "claims", "kim").output == "{}\n")
    #expect(
      tool.run("local", "users", "claims", "kim", "{\"role\":1}").errors.hasSuffix(
        "  Write it as in role=tester or tags='[1,2]', or remove a claim with NAME=.\n"))
  }
}
