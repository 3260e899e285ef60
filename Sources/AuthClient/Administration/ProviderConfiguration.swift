import Essentials
import IdentityToolkit

/// The project's configuration of an identity provider, without the client secret.
package struct ProviderConfiguration: Equatable, Sendable {
  /// The provider's ID, for example `oidc.corp` or `google.com`.
  package let id: String
  package let isEnabled: Bool
  package let displayName: String?
  /// The issuer of an OpenID provider, or the entity ID of a SAML provider.
  package let issuer: String?
  /// The project's client ID or, at a SAML provider, its entity ID.
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
      issuer: text("issuer") ?? object["idpConfig"]?["idpEntityId"]?.string,
      clientID: text("clientId") ?? object["spConfig"]?["spEntityId"]?.string,
      hasSecret: text("clientSecret") != nil)
  }
}
