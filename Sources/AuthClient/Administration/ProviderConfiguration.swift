import Essentials
import IdentityToolkit

/// The project's configuration of an identity provider, without the client secret.
package struct ProviderConfiguration: Equatable, Sendable {
  /// The provider's ID, for example `oidc.corp` or `google.com`.
  package let id: String
  package let isEnabled: Bool
  package let displayName: String?
  package let issuer: String?
  package let clientID: String?
  package let hasSecret: Bool
}

extension ProviderConfiguration {
  /// Reads the admin API's object; nil if it has no name.
  init?(_ object: JSONValue) {
    guard let id = object["name"]?.string?.split(separator: "/").last else { return nil }
    func text(_ name: String) -> String? { object[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }
    self.init(
      id: String(id), isEnabled: object["enabled"] == true, displayName: text("displayName"),
      issuer: text("issuer"), clientID: text("clientId"), hasSecret: text("clientSecret") != nil)
  }
}
