import AuthClient

/// A session of the state file, for the auth client that acts as its user.
struct StoredSession: SessionStore {
  private let key: SessionKey
  private let state: StateStore

  init(_ key: SessionKey, in state: StateStore) {
    self.key = key
    self.state = state
  }

  func kept(_ user: UserRecord) throws -> UserRecord? { try state.read()[key]?.user }

  func replace(_ user: UserRecord, with renewed: UserRecord?) throws {
    try state.update { state in
      let session = renewed.flatMap { state[key]?.updated($0) }
      _ = state.replace(key, holding: user.tokens.refreshToken ?? "", with: session)
    }
  }

  func whileRenewing<Result>(_ body: () throws -> Result) throws -> Result {
    try state.locked(key, body)
  }
}
