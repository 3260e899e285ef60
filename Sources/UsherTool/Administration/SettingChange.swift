import Essentials
import IdentityToolkit

/// A setting before and after a change, for people.
struct SettingChange: Equatable {
  let name: Text
  let before: Text
  let after: Text

  var line: Text {
    before == after ? "\(name): \(after), as before" : Text("\(name): \(before) → \(after)")
  }

  init(_ name: Text, from before: Bool, to after: Bool) {
    self.init(name, from: before ? Text("on") : Text("off"), to: after ? Text("on") : Text("off"))
  }

  init(_ name: Text, from before: JSONValue?, to after: JSONValue?) {
    self.init(name, from: Self.text(before), to: Self.text(after))
  }

  init(_ name: Text, from before: Text, to after: Text) {
    self.name = name
    self.before = before
    self.after = after
  }

  private static func text(_ value: JSONValue?) -> Text {
    value.map { Text(verbatim: $0.text) } ?? "not set"
  }
}

/// The end of a dry run, in place of the command's result.
struct DryRun: Error {
  let requests: [String]

  struct Result: CommandResult {
    var requests: [String]
  }

  var report: Report<Result> {
    Report(
      .ok, Result(requests: requests), lines: requests.map { Text(verbatim: $0) },
      notes: ["Nothing was sent: this was a dry run."],
      isVerbatim: true)
  }
}
