import AuthClient

/// After the service's own page did what a link says: the session is brought up to date.
struct LinkArrival {
  let context: Context
  let sending: LinkSending

  func report() throws -> Report {
    if context.keepsState {
      try context.stateFile().update { state in
        for step in state.pending(of: sending.session) where step.kindName == sending.purpose.rawValue {
          state.removePending(step.id)
        }
      }
    }
    return try AccountUse(context: context).report("Done; the account is up to date.") {
      auth throws(AuthError) in
      try auth.idToken(forcingRenewal: true)
      return try auth.reload()
    }
  }
}
