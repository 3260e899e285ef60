import Essentials

/// The end of a dry run, in place of the command's result.
struct DryRun: Error {
  let requests: [String]

  /// The result for scripts.
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
