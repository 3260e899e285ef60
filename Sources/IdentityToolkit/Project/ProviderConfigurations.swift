import HTTP

// The identity providers of a project or a tenant, as the admin API has them.

/// One of the three collections that providers are in.
package protocol ProviderCollection: Sendable {
  /// As in paths and answers: `oauthIdpConfigs`.
  static var name: String { get }
  /// The parameter that names a new one.
  static var idParameter: String { get }
}

/// OpenID providers: `oidc.…`
package enum OAuthIdpConfigs: ProviderCollection {
  package static let name = "oauthIdpConfigs"
  package static let idParameter = "oauthIdpConfigId"
}

/// SAML providers: `saml.…`
package enum InboundSamlConfigs: ProviderCollection {
  package static let name = "inboundSamlConfigs"
  package static let idParameter = "inboundSamlConfigId"
}

/// The providers that the service knows by itself: `google.com`…
package enum DefaultSupportedIdpConfigs: ProviderCollection {
  package static let name = "defaultSupportedIdpConfigs"
  package static let idParameter = "idpId"
}

/// Sets a provider, which the query names.
package enum CreateProviderConfig<Collection: ProviderCollection>: RPC {
  package static var route: RPCRoute {
    RPCRoute(.identityToolkit, .post, "v2/projects/{project}/\(Collection.name)")
  }

  package typealias Request = JSONValue
  package typealias Response = JSONValue
}

/// Lists the providers: the query's `pageSize` of them at most, from its `pageToken` on.
package enum ListProviderConfigs<Collection: ProviderCollection>: RPC {
  package static var route: RPCRoute {
    RPCRoute(.identityToolkit, .get, "v2/projects/{project}/\(Collection.name)")
  }

  package typealias Request = EmptyObject
  package typealias Response = JSONValue
}

package enum GetProviderConfig<Collection: ProviderCollection>: RPC {
  package static var route: RPCRoute {
    RPCRoute(.identityToolkit, .get, "v2/projects/{project}/\(Collection.name)/{config}")
  }

  package typealias Request = EmptyObject
  package typealias Response = JSONValue
}

/// Replaces the parts of a provider's configuration that the query's `updateMask` names; without one, those that the
/// request has.
package enum UpdateProviderConfig<Collection: ProviderCollection>: RPC {
  package static var route: RPCRoute {
    RPCRoute(.identityToolkit, .patch, "v2/projects/{project}/\(Collection.name)/{config}")
  }

  package typealias Request = JSONValue
  package typealias Response = JSONValue
}

package enum DeleteProviderConfig<Collection: ProviderCollection>: RPC {
  package static var route: RPCRoute {
    RPCRoute(.identityToolkit, .delete, "v2/projects/{project}/\(Collection.name)/{config}")
  }

  package typealias Request = EmptyObject
  package typealias Response = EmptyObject
}
