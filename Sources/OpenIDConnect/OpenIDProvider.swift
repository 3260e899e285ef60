package import Essentials
import HTTP
package import IDTokens
import IdentityToolkit

/// A provider's metadata: OpenID Connect Discovery 1.0, RFC 8414.
package struct OpenIDProvider: Sendable, Equatable {
  /// The required `iss`, or nil for a provider that uses only OAuth and gives no ID tokens.
  package let issuer: String?
  package let authorization: EndpointAddress
  package let token: EndpointAddress
  package let keys: EndpointAddress?
  /// The endpoint with more data about a person than ID tokens contain.
  package let userInfo: EndpointAddress?
  /// The device authorization endpoint (RFC 8628).
  package let deviceAuthorization: EndpointAddress?
  /// Whether a client must send its secret in the form, because the provider does not read `Authorization`.
  package let wantsSecretInForm: Bool
  /// RFC 9207: whether every answer names the issuer.
  package let namesIssuer: Bool

  package init(
    issuer: String?, authorization: EndpointAddress, token: EndpointAddress, keys: EndpointAddress? = nil,
    userInfo: EndpointAddress? = nil, deviceAuthorization: EndpointAddress? = nil,
    wantsSecretInForm: Bool = false, namesIssuer: Bool = false
  ) {
    self.issuer = issuer
    self.authorization = authorization
    self.token = token
    self.keys = keys
    self.userInfo = userInfo
    self.deviceAuthorization = deviceAuthorization
    self.wantsSecretInForm = wantsSecretInForm
    self.namesIssuer = namesIssuer
  }

  package static func document(of issuer: String) throws(OpenIDError) -> EndpointAddress {
    let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
    guard let address = EndpointAddress(base + "/.well-known/openid-configuration"), address.query.isEmpty
    else { throw .badIssuer(issuer) }
    return address
  }

  /// - Parameter document: The content of `document(of: issuer)`.
  package init(issuer: String, document: JSONValue) throws(OpenIDError) {
    let source = try Self.document(of: issuer)
    guard document.members != nil else { throw .malformed(source, what: "a JSON object") }
    guard let said = document["issuer"]?.string else { throw .malformed(source, what: "its issuer") }
    // Microsoft's document for all of its tenants does not name any of them.
    guard
      said.hasBytes(of: issuer)
        || source.origin.host == Self.microsoft && said.firstRange(of: Self.anyTenant) != nil
    else { throw .foreignDocument(issuer: issuer, says: said) }
    func endpoint(_ name: String) throws(OpenIDError) -> EndpointAddress? {
      guard let text = document[name]?.string else { return nil }
      guard let address = EndpointAddress(text) else { throw .misplacedEndpoint(text) }
      // A document from another machine must not cause requests to services on this one.
      guard !address.origin.isLoopback || source.origin.isLoopback else { throw .misplacedEndpoint(text) }
      return address
    }
    guard let authorization = try endpoint("authorization_endpoint"),
      let token = try endpoint("token_endpoint")
    else { throw .malformed(source, what: "its authorization and token endpoints") }
    let methods = document["token_endpoint_auth_methods_supported"]?.array?.compactMap(\.string)
    self.init(
      issuer: said, authorization: authorization, token: token, keys: try endpoint("jwks_uri"),
      userInfo: try endpoint("userinfo_endpoint"),
      deviceAuthorization: try endpoint("device_authorization_endpoint"),
      wantsSecretInForm: methods.map {
        !$0.contains("client_secret_basic") && $0.contains("client_secret_post")
      }
        ?? false,
      namesIssuer: document["authorization_response_iss_parameter_supported"]?.bool ?? false)
  }

  /// Returns the check for this provider's ID tokens for `clientID`.
  package func tokenCheck(for clientID: String, nonce: String?) -> IDTokenCheck {
    var check = IDTokenCheck(.openID, for: clientID) { iss, claims in
      isIssuer(iss, directoryID: claims.directoryID)
    }
    check.nonce = nonce
    return check
  }

  /// Returns the check for ID tokens of `issuer`, as far as possible before its document is read.
  package static func tokenCheck(ofConfigured issuer: String, for clientID: String) -> IDTokenCheck {
    IDTokenCheck(.openID, for: clientID) { iss, _ in mayIssue(iss, asConfigured: issuer) }
  }

  private static func mayIssue(_ iss: String, asConfigured issuer: String) -> Bool {
    if iss.hasBytes(of: issuer) || isGoogle(issuer, iss) { return true }
    // One address there is for all tenants, and each token names its own tenant.
    let own = "https://" + microsoft + "/"
    return issuer.hasPrefix(own) && iss.hasPrefix(own)
  }

  private func isIssuer(_ iss: String, directoryID: String?) -> Bool {
    guard let issuer else { return false }
    if iss.hasBytes(of: issuer) { return true }
    if Self.isGoogle(issuer, iss) { return true }
    guard let place = issuer.firstRange(of: Self.anyTenant), let directoryID else {
      return false
    }
    return iss.hasBytes(of: issuer[..<place.lowerBound] + directoryID + issuer[place.upperBound...])
  }

  /// Checks for one of Google's issuers.
  ///
  /// "iss: always https://accounts.google.com or accounts.google.com": Google's page on OpenID Connect.
  private static func isGoogle(_ issuer: String, _ iss: String) -> Bool {
    issuer == IdentityProvider.googleIssuer && iss == "accounts.google.com"
  }

  private static let microsoft = "login.microsoftonline.com"
  private static let anyTenant = "{tenantid}"
}
