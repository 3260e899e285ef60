import AuthClient
package import IdentityToolkit

/// Finds the pending step of a command: the named one, or the only one.
package struct PendingSteps {
  let flow: FlowSession

  package init(_ flow: FlowSession) {
    self.flow = flow
  }

  /// Finds the step `id` in any session of the binding. Without `id`, finds the only step that `fits`.
  ///
  /// If no session was named, all sessions of the binding count. If all steps have expired, the latest one is returned.
  package func find(
    _ id: String?, where fits: (PendingStep) -> Bool
  ) throws -> (flow: FlowSession, step: PendingStep) {
    let found = try id.map(named) ?? only(fits)
    return (flow.session(flow.binding.session(found.session)), found)
  }

  /// Returns the steps that fit and have not expired.
  package func live(where fits: (PendingStep) -> Bool) throws -> [PendingStep] {
    try candidates(fits).filter { !$0.isExpired(at: flow.now()) }
  }

  /// Returns the only step for `purpose` if it belongs to another session and no session was named.
  ///
  /// If `email` is given, the step's e-mail must have gone to it.
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

  /// Removes `step`, which the server no longer accepts.
  ///
  /// With the embedded server, a step that expired by this machine's clock stays. That server uses the same clock, and
  /// accepts the step again after the clock is corrected.
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
    let left = live.isEmpty ? steps.suffix(1) : try known(live)
    guard let step = left.first else { throw PendingProblem.nothing(flow.key) }
    if left.count > 1 { throw PendingProblem.several(left, flow.key) }
    return step
  }

  /// Leaves out the steps that the server no longer knows, because it was told to end sessions, say. Only a local server
  /// tells.
  private func known(_ steps: [PendingStep]) throws -> [PendingStep] {
    let given = steps.compactMap(\.kind.given)
    guard steps.count > 1, try flow.backend().endpoint != .production,
      let known = try? LocalServerAdmin(backend: flow.backend()).pending(of: given)
    else { return steps }
    let left = steps.filter { step in step.kind.given.map(known.contains) ?? true }
    return left.isEmpty ? steps.suffix(1) : left
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

/// The reason why no single step was found.
package enum PendingProblem: Error, Equatable {
  case nothing(SessionKey)
  case several([PendingStep], SessionKey)
  case unknown(String)
  /// The step belongs to another endpoint or project.
  case elsewhere(PendingStep, Binding)
}

/// The step was too old to be finished.
package struct StepExpired: Error, Equatable {
  package let step: PendingStep
  package let session: SessionKey
}

extension PendingStep {
  fileprivate func isFor(_ purpose: EmailPurpose) -> Bool {
    if case .email(purpose, _) = kind { true } else { false }
  }
}
