import IdentityToolkit

/// What the server obeys in an identity provider's configuration.
struct ProviderSettings: Sendable, Equatable {
  let isEnabled: Bool
  /// Where the provider is asked itself; nil where the server's own page stands in for it.
  let issuer: String?
  let clientID: String
  let clientSecret: String?

  /// Reads Google's object. What is absent is off, as in the real one.
  init(_ config: JSONValue) {
    func text(_ name: String) -> String? { config[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }
    isEnabled = config["enabled"] == true
    issuer = text("issuer")
    clientID = text("clientId") ?? ""
    clientSecret = text("clientSecret")
  }
}
