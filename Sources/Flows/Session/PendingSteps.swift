import AuthClient
package import IdentityToolkit

/// Finds the pending step that a command is about: the one that is named, or the only one.
package struct PendingSteps {
  let flow: FlowSession

  package init(_ flow: FlowSession) {
    self.flow = flow
  }

  /// The session's step that `fits`, or of those in all sessions where none is named; the step called `id` wherever
  /// in the binding it is. The latest expired one where there is no other.
  package func find(
    _ id: String?, where fits: (PendingStep) -> Bool
  ) throws -> (flow: FlowSession, step: PendingStep) {
    let found = try id.map(named) ?? only(fits)
    return (flow.session(flow.binding.session(found.session)), found)
  }

  /// The steps that fit and can still be finished.
  package func live(where fits: (PendingStep) -> Bool) throws -> [PendingStep] {
    try candidates(fits).filter { !$0.isExpired(at: flow.now()) }
  }

  /// The only step that waits for a link for `purpose`, where that is another session's and none was named; nil
  /// where its mail went to another address than `email`, if one was named.
  package func elsewhere(
    for purpose: EmailPurpose, sentTo email: EmailAddress?
  ) throws -> (flow: FlowSession, step: PendingStep)? {
    let steps = try live { $0.isFor(purpose) }
    guard !flow.isNamed, steps.count == 1, steps[0].session != flow.key.name,
      email == nil || email?.text == steps[0].sentLink?.email
    else { return nil }
    return (flow.session(flow.binding.session(steps[0].session)), steps[0])
  }

  /// Ends `step`, which is too old for the server.
  func expire(_ step: PendingStep) throws -> StepExpired {
    try end(step)
    return StepExpired(step: step, session: flow.key)
  }

  /// Removes `step`, which the server takes no more. No clock ends a step: the embedded server goes by this machine's, and
  /// takes it again once that is right.
  func end(_ step: PendingStep) throws {
    if step.isExpired(at: flow.now()), try flow.backend().endpoint == .embedded { return }
    try flow.state.update { state in _ = state.removePending(step.id) }
  }

  private func candidates(_ fits: (PendingStep) -> Bool) throws -> [PendingStep] {
    let state = try flow.state.read()
    return (flow.isNamed ? state.pending(of: flow.key) : state.pending(in: flow.binding)).filter(fits)
  }

  private func only(_ fits: (PendingStep) -> Bool) throws -> PendingStep {
    let steps = try candidates(fits)
    let live = steps.filter { !$0.isExpired(at: flow.now()) }
    let left = live.isEmpty ? steps.suffix(1) : live
    guard let step = left.first else { throw PendingProblem.nothing(flow.key) }
    if left.count > 1 { throw PendingProblem.several(left, flow.key) }
    return step
  }

  private func named(_ id: String) throws -> PendingStep {
    guard let pendingID = PendingID(rawValue: id), let found = try flow.state.read().pending(pendingID) else {
      throw PendingProblem.unknown(id)
    }
    guard found.session.binding == flow.binding else {
      throw PendingProblem.elsewhere(found.step, found.session.binding)
    }
    return found.step
  }
}

/// It is not clear which step is meant.
package enum PendingProblem: Error, Equatable {
  case nothing(SessionKey)
  case several([PendingStep], SessionKey)
  case unknown(String)
  /// The step belongs to another endpoint or project.
  case elsewhere(PendingStep, Binding)
}

/// A step was too old to be finished.
package struct StepExpired: Error, Equatable {
  package let step: PendingStep
  package let session: SessionKey
}

extension PendingStep {
  fileprivate func isFor(_ purpose: EmailPurpose) -> Bool {
    if case .email(purpose, _) = kind { true } else { false }
  }
}
