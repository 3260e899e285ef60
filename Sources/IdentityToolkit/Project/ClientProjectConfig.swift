import HTTP

/// The RPC `projects`, which returns the public data about the project of an API key.
package enum ClientProjectConfig: RPC {
  package static let route = RPCRoute(
    .identityToolkit, .get, "v1/projects", legacyName: "getProjectConfig")

  package struct Response: Codable, Equatable, Sendable {
    /// The project's *number*.
    package var projectId: String?
    package var authorizedDomains: [String]?

    package init(projectId: String?, authorizedDomains: [String]?) {
      self.projectId = projectId
      self.authorizedDomains = authorizedDomains
    }
  }
}
