package import Essentials

/// What a command found out: a result for scripts, lines for people.
package struct Report<Result: CommandResult>: Sendable {
  package var status: ReportStatus = .ok
  package var result: Result
  /// The result for people, on standard output. What comes from elsewhere cannot add a line to them.
  package var lines: [Text]
  /// What to do next, for people, on standard error.
  package var notes: [Text] = []
  /// Lines that say no more than that it worked: `--quiet` drops them.
  package var isConfirmation = false
  /// Lines that other programs take as they are: they are not broken at the terminal's width.
  package var isVerbatim = false

  package init(
    _ status: ReportStatus = .ok, _ result: Result, lines: [Text] = [], notes: [Text] = [],
    isConfirmation: Bool = false, isVerbatim: Bool = false
  ) {
    self.status = status
    self.result = result
    self.lines = lines
    self.notes = notes
    self.isConfirmation = isConfirmation
    self.isVerbatim = isVerbatim
  }

  /// The report of a change: lines that say no more than that it worked.
  static func done(_ result: Result, lines: [Text], notes: [Text] = []) -> Self {
    Self(.ok, result, lines: lines, notes: notes, isConfirmation: true)
  }

  static func done(_ result: Result, _ lines: Text..., notes: [Text] = []) -> Self {
    done(result, lines: lines, notes: notes)
  }
}

/// How a run ended that has a result.
package enum ReportStatus: String, Sendable {
  case ok
  /// A message was sent; a code or a link is awaited.
  case pending
  case moreNeeded = "more_needed"
  /// The result is that something is wrong; `Context.exitStatus` says how bad.
  case failed
}

/// What a command found out, as scripts see it.
///
/// Members stand in the order of the properties, with their names in snake case. Times are RFC 3339, and what is
/// missing is null, unless the result `OmitsMissing`. Decodable only so that `ResultFields` can be derived from the type.
package protocol CommandResult: Codable, Sendable {}
