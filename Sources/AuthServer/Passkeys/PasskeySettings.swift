import Essentials
import IdentityToolkit

/// The settings for passkeys of a project or a tenant.
///
/// They are stored beside those of the identity providers, as the provider `passkey`.
struct PasskeySettings: Sendable {
  /// The relying party ID without settings.
  static let localID = "localhost"

  let call: Call

  func stored(project: Int64, in transaction: Transaction) throws -> PasskeyConfig? {
    let stored = try transaction.providerConfiguration(of: PasskeyRules.provider, project: project)
    guard let config = stored.flatMap({ JSONValue(json: $0.config) }) else { return nil }
    return PasskeyConfig(
      rpId: config["rpId"]?.string,
      expectedOrigins: config["expectedOrigins"]?.array.map { $0.compactMap(\.string) })
  }

  /// Returns the origins of the project's websites, for WebAuthn's related origin requests.
  func relatedOrigins() throws -> [String] {
    let config = try call.store.read { transaction in
      try stored(project: call.appProject(in: transaction), in: transaction)
    }
    return (config?.expectedOrigins ?? []).filter { $0.hasPrefix("https://") }
  }

  func store(_ config: PasskeyConfig, project: Int64, in transaction: Transaction) throws {
    var value: JSONValue = [:]
    value["rpId"] = config.rpId.map { .string($0) }
    value["expectedOrigins"] = config.expectedOrigins.map { .array($0.map { .string($0) }) }
    try transaction.store(
      ProviderConfiguration(project: project, provider: PasskeyRules.provider, config: value.text))
  }

  /// Returns the settings in the form that administrators read.
  func answered(_ config: PasskeyConfig?) -> PasskeyConfig {
    var config = config ?? PasskeyConfig()
    let tenant = call.tenant.map { "/tenants/\($0)" } ?? ""
    config.name =
      "projects/\(ProjectNumber(of: call.project, under: call.policy).text)\(tenant)/passkeyConfig"
    return config
  }
}
