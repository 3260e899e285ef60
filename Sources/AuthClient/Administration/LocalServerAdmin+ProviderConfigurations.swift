import HTTP
package import IdentityToolkit

// The identity providers of the project, or of the backend's tenant.
extension LocalServerAdmin {
  /// Sets the members of `config`, in Google's format, for a provider. A provider that exists keeps its other members.
  package func setProvider(
    _ id: String, _ config: JSONValue
  ) throws(AuthFailure) -> ProviderConfiguration {
    try set(Self.collection(of: id), id, config)
  }

  /// Returns all providers, sorted by ID.
  package func providers() throws(AuthFailure) -> [ProviderConfiguration] {
    var all: [ProviderConfiguration] = []
    for collection in Self.collections { try all += list(collection) }
    return all.sorted { $0.id < $1.id }
  }

  /// Removes the configuration of a provider.
  package func removeProvider(_ id: String) throws(AuthFailure) {
    try remove(Self.collection(of: id), id)
  }

  private static let collections: [any ProviderCollection.Type] = [
    DefaultSupportedIdpConfigs.self, OAuthIdpConfigs.self, InboundSamlConfigs.self,
  ]

  private static func collection(of id: String) -> any ProviderCollection.Type {
    if id.hasPrefix("oidc.") { return OAuthIdpConfigs.self }
    return id.hasPrefix("saml.") ? InboundSamlConfigs.self : DefaultSupportedIdpConfigs.self
  }

  private func set<Collection: ProviderCollection>(
    _ collection: Collection.Type, _ id: String, _ config: JSONValue
  ) throws(AuthFailure) -> ProviderConfiguration {
    let isThere = try list(collection).contains { $0.id == id }
    let names = (config.members ?? []).map(\.name).joined(separator: ",")
    let answer =
      isThere
      ? try backend.call(
        UpdateProviderConfig<Collection>.self, config, asOwner: owner, tenant: backend.tenant, config: id,
        query: [QueryItem("updateMask", names)])
      : try backend.call(
        CreateProviderConfig<Collection>.self, config, asOwner: owner, tenant: backend.tenant,
        query: [QueryItem(Collection.idParameter, id)])
    guard let provider = ProviderConfiguration(answer) else {
      throw .malformedAnswer(status: 200, reason: "no provider")
    }
    return provider
  }

  private func list<Collection: ProviderCollection>(
    _ collection: Collection.Type
  ) throws(AuthFailure) -> [ProviderConfiguration] {
    var providers: [ProviderConfiguration] = []
    var page: String? = ""
    while let token = page {
      let query = [QueryItem("pageSize", "100")] + (token.isEmpty ? [] : [QueryItem("pageToken", token)])
      let answer = try backend.call(
        ListProviderConfigs<Collection>.self, .init(), asOwner: owner, tenant: backend.tenant, query: query)
      providers += (answer[Collection.name]?.array ?? []).compactMap(ProviderConfiguration.init)
      let next = answer["nextPageToken"]?.string
      page = next == token ? nil : next
    }
    return providers
  }

  private func remove<Collection: ProviderCollection>(
    _ collection: Collection.Type, _ id: String
  ) throws(AuthFailure) {
    _ = try backend.call(
      DeleteProviderConfig<Collection>.self, .init(), asOwner: owner, tenant: backend.tenant, config: id)
  }
}
