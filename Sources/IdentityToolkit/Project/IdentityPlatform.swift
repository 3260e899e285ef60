import HTTP

/// Lists the identity providers that the service knows (`v2/defaultSupportedIdps`).
package enum ListDefaultSupportedIdps: RPC {
  package static let route = RPCRoute(.identityToolkit, .get, "v2/defaultSupportedIdps")

  package struct Response: Codable, Equatable, Sendable {
    package var defaultSupportedIdps: [DefaultSupportedIdp]?
    package var nextPageToken: String?

    package init(defaultSupportedIdps: [DefaultSupportedIdp]?) {
      self.defaultSupportedIdps = defaultSupportedIdps
    }
  }

  package struct DefaultSupportedIdp: Codable, Equatable, Sendable {
    package var idpId: String?
    package var description: String?

    package init(idpId: String?, description: String?) {
      self.idpId = idpId
      self.description = description
    }
  }
}

/// Enables Identity Platform in a project that does not have it yet.
package enum InitializeAuth: RPC {
  package static let route = RPCRoute(
    .identityToolkit, .post, "v2/projects/{project}/identityPlatform:initializeAuth")
}
