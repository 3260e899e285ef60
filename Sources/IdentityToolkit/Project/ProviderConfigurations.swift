package import Essentials
import HTTP

// These are the admin API's calls for identity providers of a project or a tenant.

/// One of the three collections of providers.
package protocol ProviderCollection: Sendable {
  /// The name in paths and answers: `oauthIdpConfigs`.
  static var name: String { get }
  /// The query parameter with the ID of a new provider.
  static var idParameter: String { get }
}

/// The OpenID providers: `oidc.…`
package enum OAuthIdpConfigs: ProviderCollection {
  package static let name = "oauthIdpConfigs"
  package static let idParameter = "oauthIdpConfigId"
}

/// The SAML providers: `saml.…`
package enum InboundSamlConfigs: ProviderCollection {
  package static let name = "inboundSamlConfigs"
  package static let idParameter = "inboundSamlConfigId"
}

/// The service's built-in providers: `google.com`…
package enum DefaultSupportedIdpConfigs: ProviderCollection {
  package static let name = "defaultSupportedIdpConfigs"
  package static let idParameter = "idpId"
}

/// The RPC that adds a provider with the ID in the query.
package enum CreateProviderConfig<Collection: ProviderCollection>: RPC {
  package static var route: RPCRoute {
    RPCRoute(.identityToolkit, .post, "v2/projects/{project}/\(Collection.name)")
  }

  package typealias Request = JSONValue
  package typealias Response = JSONValue
}

/// The RPC that lists the providers: at most `pageSize` of them, starting at `pageToken`, both in the query.
package enum ListProviderConfigs<Collection: ProviderCollection>: RPC {
  package static var route: RPCRoute {
    RPCRoute(.identityToolkit, .get, "v2/projects/{project}/\(Collection.name)")
  }

  package typealias Response = JSONValue
}

package enum GetProviderConfig<Collection: ProviderCollection>: RPC {
  package static var route: RPCRoute {
    RPCRoute(.identityToolkit, .get, "v2/projects/{project}/\(Collection.name)/{config}")
  }

  package typealias Response = JSONValue
}

/// The RPC that replaces the parts of a provider's configuration that the query's `updateMask` names.
///
/// Without a mask, it replaces the parts that the request contains.
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
}
