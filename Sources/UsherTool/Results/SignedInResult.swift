import Flows

/// The result of a command that leaves a user signed in.
struct SignedInResult: CommandResult {
  var account: AccountResult
  var session: SessionResult

  init(_ session: SavedSession) {
    account = AccountResult(session)
    self.session = SessionResult(session)
  }
}
