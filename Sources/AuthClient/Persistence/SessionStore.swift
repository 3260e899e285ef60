/// Where a session is kept, so that others can act as its user too: other processes, or the next run.
package protocol SessionStore {
  /// The user as the session is kept now; nil where it has ended.
  /// - Parameter user: The user as the caller knows the session.
  func kept(_ user: UserRecord) throws -> UserRecord?

  /// Keeps `renewed` in the place of `user`, nil for a session that has ended. A session that is kept anew meanwhile stays.
  func replace(_ user: UserRecord, with renewed: UserRecord?) throws

  /// Runs `body`, which asks the service for new tokens, while nobody else does so for the session.
  func whileRenewing<Result>(_ body: () throws -> Result) throws -> Result
}
