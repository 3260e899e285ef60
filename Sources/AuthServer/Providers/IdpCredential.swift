import Crypto
import Essentials
import IdentityToolkit
import OpenIDConnect

/// What a client got from an identity provider.
struct IdpCredential: Sendable, Equatable {
  var provider: String?
  var idToken: String?
  var accessToken: String?
  /// JSON, where the provider's would be XML.
  var samlResponse: String?
  /// What the client had the provider write into the ID token: itself, or its digest.
  var nonce: String?
  /// What the provider says of the user: itself, where it was asked, or in its token, once that is read.
  var said: JSONValue?

  /// The provider's id, which is no sign-in method that accounts have anyway.
  func federatedProvider() throws(ServerError) -> String {
    guard let provider = provider?.asciiLowercased(), ProviderIdentity.isFederated(provider) else {
      throw ServerError(.invalidCredentialOrProviderID, "Invalid IdP response/credential.")
    }
    return provider
  }

  /// Refuses evidence of two kinds: what is verified of the one must not vouch for what the other says.
  func refuseMixture(under policy: Policy) throws(ServerError) {
    guard samlResponse != nil else { return }
    // As Firebase's emulator, which reads what it gets.
    if !policy.idpTokensChecked, idToken == nil { return }
    guard idToken == nil, accessToken == nil, try federatedProvider().hasPrefix("saml.") else {
      throw ServerError(
        .invalidIDPResponse, "((A SAMLResponse is a SAML provider's, and comes without other tokens.))")
    }
  }

  /// What the provider says of the user, read unless it was already.
  func claims() throws(ServerError) -> JSONValue {
    if let said { return said }
    if let saml = try samlAssertion(), idToken == nil, accessToken == nil {
      return ["sub": saml["subject"]?["nameId"] ?? .null]
    }
    let payload = (idToken ?? accessToken).flatMap(Self.payload)
    guard let claims = payload.flatMap(JSONValue.init(unambiguous:)), claims.members != nil else {
      let isReadable = payload.flatMap(JSONValue.init(json:))?.members != nil
      throw ServerError(
        .invalidIDPResponse,
        isReadable
          ? "Unable to parse id_token. ((Its claims can be read in more than one way.))"
          : "Unable to parse id_token. ((A JWT is needed, or its claims as strict JSON.))")
    }
    guard claims["sub"]?.string?.isEmpty == false else {
      throw ServerError(
        .invalidIDPResponse,
        "Invalid Idp Response: id_token missing required fields. ((\"sub\" must be a unique identifier.))")
    }
    return claims
  }

  /// The assertion of a SAML provider; nil for others.
  func samlAssertion() throws(ServerError) -> JSONValue? {
    guard let samlResponse else { return nil }
    let assertion = JSONValue(unambiguous: Data(samlResponse.utf8))?["assertion"]
    guard assertion?["subject"]?["nameId"]?.string?.isEmpty == false else {
      throw ServerError(
        .invalidIDPResponse,
        "((SAMLResponse is JSON here: {\"assertion\":{\"subject\":{\"nameId\":\"…\"}}}.))")
    }
    return assertion
  }

  /// Whether the token was written for this client, as far as it says.
  func isMeant(by claims: JSONValue) -> Bool {
    guard let written = claims["nonce"]?.string else { return true }
    guard let nonce else { return false }
    return written.hasBytes(of: nonce) || written == Hex.encode(Digest.sha256(nonce.utf8))
  }

  /// Whoever signed a token.
  private static func payload(of text: String) -> Data? {
    if text.hasPrefix("{") { return Data(text.utf8) }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3 ? Base64URL.decode(parts[1]).map { Data($0) } : nil
  }
}
