import HTTP

/// The RPC that makes codes, links, pending sign-ins or sessions expire now.
package enum ExpireNow: RPC {
  package static let route = RPCRoute(.localServer, .post, "usher/v1/projects/{project}:expire")

  package enum Subject: String, Codable, CaseIterable, Sendable {
    /// SMS codes.
    case codes
    /// Mailed links.
    case links
    /// Sign-ins that wait for a second factor.
    case pending
    /// Sessions: their ID and refresh tokens.
    case sessions
  }

  package struct Request: Codable, Equatable, Sendable {
    package var what: String?
    /// A number, an address or, for sessions, a uid.
    ///
    /// Nil means everybody.
    package var of: String?

    package init(what: String? = nil, of: String? = nil) {
      self.what = what
      self.of = of
    }
  }

  package struct Response: Codable, Equatable, Sendable {
    package var count: Int

    package init(count: Int) {
      self.count = count
    }
  }
}
