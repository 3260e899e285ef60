/// A store for a session that others use, too: other processes, or the next run.
package protocol SessionStore {
  /// Returns the user of the kept session; nil if the session has ended.
  /// - Parameter user: The user as the caller knows the session.
  func kept(_ user: UserRecord) throws -> UserRecord?

  /// Replaces `user` with `renewed` in the store; nil ends the session. A session that was kept in the meantime stays.
  func replace(_ user: UserRecord, with renewed: UserRecord?) throws

  /// Runs `body`, which requests new tokens, while nobody else does this for the same session.
  func whileRenewing<Result>(_ body: () throws -> Result) throws -> Result
}
