import HTTP

/// The RPC that exports the sessions of a project's or a tenant's accounts for another server.
package enum ExportSessions: RPC {
  package static let route = RPCRoute(.localServer, .get, "usher/v1/projects/{project}/sessions")

  package struct Response: Codable, Equatable, Sendable {
    package var accounts: [AccountSessions]

    package init(accounts: [AccountSessions]) {
      self.accounts = accounts
    }
  }
}

/// The sessions of one account.
///
/// They have only digests of the tokens, so nobody can use them to continue a session.
package struct AccountSessions: Codable, Equatable, Sendable {
  package var localId: String
  /// The tenant, or nil for an account of the project itself.
  package var tenantId: String?
  /// In milliseconds.
  ///
  /// Earlier sessions have ended.
  package var validSince: DecimalText?
  package var sessions: [Session]

  package init(localId: String, validSince: DecimalText?, sessions: [Session]) {
    self.localId = localId
    self.validSince = validSince
    self.sessions = sessions
  }

  package struct Session: Codable, Equatable, Sendable {
    /// The digest of the refresh token, in base64url.
    package var digest: String
    /// In milliseconds.
    package var signedInAt: DecimalText
    package var provider: String
    package var secondFactor: String?
    package var secondFactorIdentifier: String?
    /// Other claims of the session's ID tokens, as JSON.
    package var claims: String?

    package init(digest: String, signedInAt: DecimalText, provider: String) {
      self.digest = digest
      self.signedInAt = signedInAt
      self.provider = provider
    }
  }
}
