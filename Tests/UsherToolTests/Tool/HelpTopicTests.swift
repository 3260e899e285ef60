import CommandKit
import Essentials
import IdentityToolkit
import TestSupport
import Testing

@testable import UsherTool

struct HelpTopicTests {
  @Test func theTopicJSONSaysWhatEveryFieldMeansThatResultsShare() {
    let fields = HelpTopic.jsonFields
    #expect(
      fields.map(\.name) == [
        "v", "command", "status", "profile", "endpoint", "warnings[]", "next_step", "pending", "account",
        "session", "error.code", "error.exit", "error.message", "error.server_code", "error.retry",
        "error.retry_after", "error.tries_left", "error.hint", "error.next_step.argv[]",
        "error.next_step.needs[]",
      ])
    for field in fields { #expect(field.meaning.english.first.map { $0 != " " } ?? false, "\(field.name)") }
  }

  @Test func theTopicProvidersSaysHowEachIsSignedInAt() {
    let named = HelpTopic.providers.text.terms.flatMap { $0.name.split(separator: ", ").map(String.init) }
    #expect(named.sorted() == IdentityProvider.typedWords.sorted())
  }

  @Test(arguments: [
    ("exit-code", "did you mean:  usher help exit-codes"), ("env", "did you mean:  usher help environment"),
    ("users list", "did you mean:  usher help project users list"),
    ("sgnin", "did you mean:  usher help signin"), ("forgot", "did you mean:  usher help send-link"),
  ])
  func aTopicThatMayBeMeantIsNamed(words: String, hint: String) {
    let tool = ToolHarness()
    let outcome = tool.run(["help"] + words.split(separator: " ").map(String.init))
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasSuffix("\n  \(hint)\n"))
  }
}
