package import IdentityToolkit

/// What a command found out: one JSON object for scripts, lines for people.
package struct Report: Sendable {
  package var status: Status = .ok
  /// The members after `v`, `command`, `status`, `profile` and `endpoint`.
  package var members: [JSONValue.Member] = []
  /// The result for people, on standard output.
  package var lines: [String]
  /// What to do next, for people, on standard error.
  package var notes: [String] = []
  /// Lines that say no more than that it worked: `--quiet` drops them.
  package var isConfirmation = false

  package enum Status: String, Sendable {
    case ok
    /// A message was sent; a code or a link is awaited.
    case pending
    case moreNeeded = "more_needed"
    /// The result is that something is wrong; `Context.exitStatus` says how bad.
    case failed
  }

  /// The member that names the command which leads on, and what has to be given to it.
  static func nextStep(_ argv: [String], needs: [JSONValue]) -> JSONValue.Member {
    .init("next_step", ["argv": .array(argv.map { .string($0) }), "needs": .array(needs)])
  }

  package init(
    _ status: Status = .ok, _ members: [JSONValue.Member] = [], lines: [String] = [], notes: [String] = [],
    isConfirmation: Bool = false
  ) {
    self.status = status
    self.members = members
    self.lines = lines
    self.notes = notes
    self.isConfirmation = isConfirmation
  }
}
