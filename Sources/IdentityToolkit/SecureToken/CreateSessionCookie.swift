import HTTP

/// The RPC that creates a session cookie from an ID token, for servers that keep users signed in for days.
package enum CreateSessionCookie: RPC {
  package static let route = RPCRoute(
    .identityToolkit, .post, "v1/projects/{project}:createSessionCookie")

  package struct Request: TenantBound, Codable, Equatable, Sendable {
    package var idToken: String?
    /// In seconds, from five minutes to two weeks.
    ///
    /// The default is two weeks.
    package var validDuration: DecimalText?
    package var tenantId: String?

    package init(idToken: String?, validDuration: DecimalText? = nil) {
      self.idToken = idToken
      self.validDuration = validDuration
    }
  }

  package struct Response: Codable, Equatable, Sendable {
    package var sessionCookie: String?

    package init(sessionCookie: String?) {
      self.sessionCookie = sessionCookie
    }
  }
}
