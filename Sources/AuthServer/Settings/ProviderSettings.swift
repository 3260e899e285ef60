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

  /// Reads Google's object.
  ///
  /// Missing features are off, as in the real one.
  init(_ config: JSONValue) {
    func text(_ name: String) -> String? { config[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }
    isEnabled = config["enabled"] == true
    issuer = text("issuer")
    clientID = text("clientId") ?? ""
    clientSecret = text("clientSecret")
    asksForIDToken = config["responseType"]?["idToken"] == true
  }
}
