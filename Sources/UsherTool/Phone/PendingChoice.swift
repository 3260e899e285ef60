import CommandKit
import IdentityToolkit

/// Finds the pending step that a command is about: the one that was named, or the only one.
struct PendingChoice {
  let context: Context
  /// What `--pending` says.
  let id: String?

  /// - Parameters:
  ///   - problem: What to say where there is no such step.
  ///   - begin: The command that makes one.
  ///   - fits: Which steps the command is about, unless one is named.
  func step(
    orElse problem: String, begin: [String], where fits: (PendingStep) -> Bool
  ) throws -> (session: SessionKey, step: PendingStep) {
    let state = try context.savedState()
    if let id { return try named(id, in: state) }
    let session = try context.sessionKey(in: state)
    let steps = context.steps(of: session, in: state, where: fits)
    let live = steps.filter { !$0.isExpired(at: context.now()) }
    let candidates = live.isEmpty ? steps.suffix(1) : live
    guard let step = candidates.first else {
      throw Diagnosis(
        "usher/nothing-pending", .usage, problem, hint: "start with: " + begin.shellLine,
        nextStep: begin)
    }
    if candidates.count > 1 {
      let list = candidates.map { "\($0.id) (\($0.kindName)\(session.suffix(of: $0)))" }
        .joined(separator: ", ")
      throw Diagnosis(
        "usher/several-pending", .usage, "more than one step is pending: \(list)",
        hint: "say which with --pending ID")
    }
    return (session.binding.session(step.session), step)
  }

  private func named(
    _ id: String, in state: SavedState
  ) throws -> (session: SessionKey, step: PendingStep) {
    let binding = try context.binding()
    guard let id = PendingID(rawValue: id), let found = state.pending(id) else {
      throw UsageError.misuse("no step '\(id)' is pending", hint: "see: usher pending list")
    }
    guard found.session.binding == binding else {
      throw UsageError.misuse(
        "step \(id) belongs to \(found.session.binding.endpoint), project \(found.session.binding.project)",
        hint: "name that endpoint with --endpoint")
    }
    return found
  }
}

extension SessionKey {
  /// Tells a step of another session from those of this one.
  fileprivate func suffix(of step: PendingStep) -> String {
    step.session == name ? "" : " of \(step.session)"
  }
}
