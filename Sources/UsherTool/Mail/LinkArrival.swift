import AuthClient

/// After the service's own page did what a link says: the session is brought up to date.
struct LinkArrival {
  let context: Context
  let sending: LinkSending

  func report() throws -> Report<StepResult> {
    if context.keepsState {
      try context.stateFile().update { state in
        for step in state.pending(of: sending.session) where step.kindName == sending.purpose.rawValue {
          state.removePending(step.id)
        }
      }
    }
    let saved = try AccountUse(context: context).saved { auth throws(AuthError) in
      try auth.idToken(forcingRenewal: true)
      return try auth.reload()
    }
    return Report(
      .ok, StepResult(saved), lines: ["Done; the account is up to date."], isConfirmation: true)
  }
}
