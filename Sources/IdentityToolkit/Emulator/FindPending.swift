import HTTP

/// The RPC that returns which pending steps a local server still knows.
package enum FindPending: RPC {
  package static let route = RPCRoute(.localServer, .post, "usher/v1/projects/{project}:findPending")

  package struct Request: Codable, Equatable, Sendable {
    /// What the server gave for each step: the session info of an SMS or of an enrollment, or a pending credential.
    package var given: [String]?

    package init(given: [String]? = nil) {
      self.given = given
    }
  }

  package struct Response: Codable, Equatable, Sendable {
    package var given: [String]

    package init(given: [String]) {
      self.given = given
    }
  }
}
