import Essentials
import OpenIDConnect

/// The parts of a SAML provider's configuration that the server uses to ask it.
struct SAMLSettings: Sendable, Equatable {
  /// The provider's entity ID.
  let issuer: String
  /// The provider's address for requests.
  let signOn: String
  let certificates: [String]
  /// The project's entity ID at the provider.
  let audience: String
  /// The address to which the provider posts the responses to an app, or nil if it is not set.
  let callback: String?

  /// Reads Google's object; nil for other providers, and if nobody could be asked with it.
  init?(_ config: JSONValue) {
    func text(_ part: String, _ name: String) -> String? { config[part]?[name]?.string?.nonEmpty }
    guard let issuer = text("idpConfig", "idpEntityId"), let signOn = text("idpConfig", "ssoUrl"),
      let audience = text("spConfig", "spEntityId"), EndpointAddress(signOn) != nil
    else { return nil }
    self.issuer = issuer
    self.signOn = signOn
    self.audience = audience
    certificates = (config["idpConfig"]?["idpCertificates"]?.array ?? [])
      .compactMap { $0["x509Certificate"]?.string }
    callback = text("spConfig", "callbackUri")
  }
}
