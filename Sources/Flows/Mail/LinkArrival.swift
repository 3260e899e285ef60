import AuthClient

/// Brings the session up to date after the service's own page did what a link says.
package struct LinkArrival {
  private let flow: FlowSession
  private let purpose: EmailPurpose

  package init(_ flow: FlowSession, of purpose: EmailPurpose) {
    self.flow = flow
    self.purpose = purpose
  }

  package func finish() throws -> SavedSession {
    try flow.state.update { state in
      for step in state.pending(of: flow.key, .email(purpose)) { state.removePending(step.id) }
    }
    return try AccountUse(flow).reloaded(renewing: true)
  }
}
