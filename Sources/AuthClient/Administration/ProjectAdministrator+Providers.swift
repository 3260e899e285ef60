package import Essentials
import HTTP
import IdentityToolkit

// The identity providers of the project, or of the backend's tenant.
extension ProjectAdministrator {
  /// Sets the members of `config`, in Google's format, for a provider. A provider that exists keeps its other members.
  package func setProvider(
    _ id: String, _ config: JSONValue
  ) throws(AuthFailure) -> ProviderConfiguration {
    let isThere = try providers().contains { $0.id == id }
    return try isThere ? updateProvider(id, config) : createProvider(id, config)
  }

  package func createProvider(_ id: String, _ config: JSONValue) throws(AuthFailure) -> ProviderConfiguration
  {
    try create(Self.collection(of: id), id, config)
  }

  /// Changes the parts of a provider's configuration that `mask` names; by default all members of `config`.
  package func updateProvider(
    _ id: String, _ config: JSONValue, mask: [String]? = nil
  ) throws(AuthFailure) -> ProviderConfiguration {
    try update(Self.collection(of: id), id, config, mask: mask ?? (config.members ?? []).map(\.name))
  }

  /// Returns all providers, sorted by ID.
  package func providers() throws(AuthFailure) -> [ProviderConfiguration] {
    var all: [ProviderConfiguration] = []
    for collection in Self.collections { try all += list(collection) }
    return all.sorted { $0.id < $1.id }
  }

  /// Returns the configurations of all providers in Google's format, by their IDs.
  package func providerConfigs() throws(AuthFailure) -> [String: JSONValue] {
    var all: [String: JSONValue] = [:]
    for collection in Self.collections {
      for object in try providerObjects(collection) {
        if let provider = ProviderConfiguration(object) { all[provider.id] = object }
      }
    }
    return all
  }

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

  private func create<Collection: ProviderCollection>(
    _ collection: Collection.Type, _ id: String, _ config: JSONValue
  ) throws(AuthFailure) -> ProviderConfiguration {
    try read(
      try backend.call(
        CreateProviderConfig<Collection>.self, config, as: credential, tenant: backend.tenant,
        query: [QueryItem(Collection.idParameter, id)]))
  }

  private func update<Collection: ProviderCollection>(
    _ collection: Collection.Type, _ id: String, _ config: JSONValue, mask: [String]
  ) throws(AuthFailure) -> ProviderConfiguration {
    try read(
      try backend.call(
        UpdateProviderConfig<Collection>.self, config, as: credential, tenant: backend.tenant, config: id,
        query: [QueryItem("updateMask", mask.joined(separator: ","))]))
  }

  private func read(_ answer: JSONValue) throws(AuthFailure) -> ProviderConfiguration {
    guard let provider = ProviderConfiguration(answer) else {
      throw .malformedAnswer(status: 200, reason: "no provider")
    }
    return provider
  }

  private func list<Collection: ProviderCollection>(
    _ collection: Collection.Type
  ) throws(AuthFailure) -> [ProviderConfiguration] {
    try providerObjects(collection).compactMap(ProviderConfiguration.init)
  }

  private func providerObjects<Collection: ProviderCollection>(
    _ collection: Collection.Type
  ) throws(AuthFailure) -> [JSONValue] {
    try all { token throws(AuthFailure) in
      let query = [QueryItem("pageSize", "100")] + (token.map { [QueryItem("pageToken", $0)] } ?? [])
      let answer = try backend.call(
        ListProviderConfigs<Collection>.self, .init(), as: credential, tenant: backend.tenant, query: query)
      return (answer[Collection.name]?.array ?? [], answer["nextPageToken"]?.string)
    }
  }

  private func remove<Collection: ProviderCollection>(
    _ collection: Collection.Type, _ id: String
  ) throws(AuthFailure) {
    _ = try backend.call(
      DeleteProviderConfig<Collection>.self, .init(), as: credential, tenant: backend.tenant, config: id)
  }
}
