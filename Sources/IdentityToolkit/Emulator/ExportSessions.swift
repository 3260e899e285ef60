import HTTP

/// The sessions of a project's accounts, or of a tenant's, as another server takes them over.
package enum ExportSessions: RPC {
  package static let route = RPCRoute(.localServer, .get, "usher/v1/projects/{project}/sessions")

  package typealias Request = EmptyObject

  package struct Response: Codable, Equatable, Sendable {
    /// Those that have any.
    package var accounts: [AccountSessions]

    package init(accounts: [AccountSessions]) {
      self.accounts = accounts
    }
  }
}

/// The sessions of one account. Nobody goes on with one who only knows this: it has no token, only their digests.
package struct AccountSessions: Codable, Equatable, Sendable {
  package var localId: String
  /// Nil for an account of the project itself.
  package var tenantId: String?
  /// In milliseconds; sessions of before have ended.
  package var validSince: DecimalText?
  package var sessions: [Session]

  package init(localId: String, validSince: DecimalText?, sessions: [Session]) {
    self.localId = localId
    self.validSince = validSince
    self.sessions = sessions
  }

  package struct Session: Codable, Equatable, Sendable {
    /// Of the refresh token, in base64url.
    package var digest: String
    /// In milliseconds.
    package var signedInAt: DecimalText
    package var provider: String
    package var secondFactor: String?
    package var secondFactorIdentifier: String?
    /// What every ID token of it claims besides, JSON.
    package var claims: String?

    package init(digest: String, signedInAt: DecimalText, provider: String) {
      self.digest = digest
      self.signedInAt = signedInAt
      self.provider = provider
    }
  }
}
