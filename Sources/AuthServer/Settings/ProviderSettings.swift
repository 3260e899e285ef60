import Essentials
import IdentityToolkit

/// The parts of an identity provider's configuration that the server uses.
struct ProviderSettings: Sendable, Equatable {
  let isEnabled: Bool
  /// The issuer that the server contacts.
  ///
  /// Nil if the server's own page replaces the provider.
  let issuer: String?
  let clientID: String
  let clientSecret: String?
  /// Whether the provider is asked for an ID token; otherwise it is asked for a code.
  let asksForIDToken: Bool
  /// How the server asks a SAML provider.
  ///
  /// Nil for other providers, and if the server's own page replaces it.
  let saml: SAMLSettings?

  /// Reads Google's object.
  ///
  /// Missing features are off, as in the real one.
  ///
  /// - Parameter asksSAML: Whether the server asks SAML providers itself.
  init(_ config: JSONValue, asksSAML: Bool = false) {
    func text(_ name: String) -> String? { config[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }
    isEnabled = config["enabled"] == true
    saml = asksSAML ? SAMLSettings(config) : nil
    issuer = text("issuer") ?? saml?.issuer
    clientID = text("clientId") ?? ""
    clientSecret = text("clientSecret")
    asksForIDToken = config["responseType"]?["idToken"] == true
  }
}
