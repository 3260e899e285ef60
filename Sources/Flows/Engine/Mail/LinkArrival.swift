import AuthClient

/// Updates the session after the user opened a link on the service's own page.
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
