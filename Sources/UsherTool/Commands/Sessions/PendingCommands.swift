import CommandKit
import Essentials
import Flows
import IdentityToolkit

struct PendingList: ToolCommand {
  static let name = "pending list"
  static let abstract: Text = "List the steps that wait for a code or a link."
  static let examples = [Example("usher pending list", "Show what waits for a code or a link.")]

  struct Result: CommandResult {
    var pending: [PendingResult]
  }

  var asksServer: Bool { false }

  func report(in context: Context) throws -> Report<Result> {
    let steps = context.settings.options.named(
      try context.state.read().pending(in: try context.place.binding()))
    return Report(
      .ok, Result(pending: steps.map(PendingResult.init)),
      lines: steps.map { $0.line(at: context.world.now()) })
  }
}

struct PendingDrop: ToolCommand {
  static let name = "pending drop"
  static let abstract: Text = "Drop pending steps: all of them, or the ones you name."
  static let arguments: [Argument<Self>] = [
    .positional(
      \.ids, "id", help: "The step, like p7; by default every step here.", required: false,
      completion: .live(.pending))
  ]
  static let examples = [
    Example("usher pending drop p7", "Drop one step."),
    Example("usher pending drop", "Drop all of them."),
  ]

  var ids: [String] = []

  struct Result: CommandResult {
    /// The IDs of the steps.
    var dropped: [String]
  }

  var asksServer: Bool { false }

  func report(in context: Context) throws -> Report<Result> {
    let binding = try context.place.binding()
    let dropped = try context.state.update { state throws in
      let steps = context.settings.options.named(state.pending(in: binding))
      for id in ids where !steps.contains(where: { $0.id.rawValue == id }) {
        throw UsageError.misuse(
          "no step '\(id)' is pending here",
          hint: Hint("see the pending steps", ["usher", "pending", "list"]))
      }
      let unwanted = ids.isEmpty ? steps : steps.filter { ids.contains($0.id.rawValue) }
      for step in unwanted { state.removePending(step.id) }
      return unwanted.map(\.id.rawValue)
    }
    return Report(
      .ok, Result(dropped: dropped),
      lines: [dropped.isEmpty ? "No step was pending." : Text("Dropped \(dropped.joined(separator: ", ")).")],
      isConfirmation: true)
  }
}

extension GlobalOptions {
  /// Returns the steps of the session from `--as`; returns all steps without `--as`.
  fileprivate func named(_ steps: [PendingStep]) -> [PendingStep] {
    steps.filter { session == nil || $0.session == session }
  }
}
