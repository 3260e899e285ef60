import CommandKit
import Testing

@testable import UsherTool

struct HelpTopicTests {
  @Test func theTopicJSONSaysWhatEveryFieldMeansThatResultsShare() {
    let fields = HelpTopic.jsonFields
    #expect(
      fields.map(\.name) == [
        "v", "command", "status", "profile", "endpoint", "warnings[]", "next_step", "pending", "account",
        "session", "error.code", "error.exit", "error.message", "error.server_code", "error.retry",
        "error.retry_after", "error.hint", "error.next_step.argv[]",
      ])
    for field in fields { #expect(field.meaning.first.map { $0 != " " } ?? false, "\(field.name)") }
  }
}
