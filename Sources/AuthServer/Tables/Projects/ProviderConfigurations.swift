/// The stored settings of a project or a tenant for an identity provider: Google's object, as JSON.
struct ProviderConfiguration: Record, Sendable {
  static let table: StaticString = "provider_configurations"

  var project: Int64 = 0
  /// The provider's ID: `oidc.…`, `saml.…`, `google.com`
  var provider = ""
  var config = ""

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("project", &project, .key)
    try row.column("provider", &provider, .key)
    try row.column("config", &config)
  }
}

extension Transaction {
  func providerConfiguration(
    of provider: String, project: Int64
  ) throws(StorageFailure) -> ProviderConfiguration? {
    try connection.first(
      ProviderConfiguration.self, where: "project = ? AND provider = ?", project, provider)
  }

  /// Returns those whose IDs come after `last`, sorted.
  func providerConfigurations(
    project: Int64, after last: String
  ) throws(StorageFailure) -> [ProviderConfiguration] {
    try connection.all(
      ProviderConfiguration.self, where: "project = ? AND provider > ? ORDER BY provider", project, last)
  }

  func hasTenant(of project: String, with provider: String) throws(StorageFailure) -> Bool {
    // "0" is the character after the slash. CROSS JOIN, because the tenants are found by their names.
    let found: Int64? = try connection.value(
      """
      SELECT 1 FROM projects CROSS JOIN provider_configurations AS configurations
        ON configurations.project = projects.id AND provider = ?
        WHERE name > ? AND name < ? LIMIT 1
      """, provider, project + "/", project + "0")
    return found != nil
  }

  func store(_ configuration: ProviderConfiguration) throws(StorageFailure) {
    try connection.store(configuration)
  }

  func deleteProviderConfiguration(of provider: String, project: Int64) throws(StorageFailure) {
    try connection.run(
      "DELETE FROM provider_configurations WHERE project = ? AND provider = ?", project, provider)
  }

  func deleteProviderConfigurations(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM provider_configurations WHERE project = ?", project)
  }
}
