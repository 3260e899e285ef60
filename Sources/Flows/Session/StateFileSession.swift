import AuthClient

/// A session in the state file, as the store of the auth client that acts as its user.
final class StateFileSession: SessionStore {
  private let key: SessionKey
  private let state: StateStore
  /// The session as it was last read or saved here; nil before that.
  private(set) var saved: SavedSession?

  init(_ key: SessionKey, in state: StateStore) {
    self.key = key
    self.state = state
  }

  func kept(_ user: UserRecord) throws -> UserRecord? {
    saved = try state.read()[key]
    return saved?.user
  }

  func replace(_ user: UserRecord, with renewed: UserRecord?) throws {
    let session = renewed.flatMap { saved?.updated($0) }
    try state.update { $0.replace(key, holding: user.tokens.refreshToken, with: session) }
    saved = session
  }

  func whileRenewing<Result>(_ body: () throws -> Result) throws -> Result {
    try state.locked(key, body)
  }
}
