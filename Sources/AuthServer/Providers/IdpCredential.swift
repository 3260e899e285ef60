import Crypto
import Essentials
import IdentityToolkit

/// The data that a client got from an identity provider.
struct IdpCredential: Sendable, Equatable {
  var provider: String?
  var idToken: String?
  var accessToken: String?
  /// XML in Base64, as the provider sends it, or JSON with what it says.
  var samlResponse: String?
  /// The nonce of the request, before hashing, or the ID of the session that a browser's sign-in was begun with.
  ///
  /// The ID token contains its digest.
  var nonce: String?
  /// Whether the server asked the provider itself, and has checked the nonce of its own question.
  var isAnswer = false
  /// The provider's claims about the user: from the provider itself, or from the token after it was read.
  var said: JSONValue?

  /// Returns the provider's ID.
  ///
  /// It throws for built-in sign-in methods.
  func federatedProvider() throws(ServerError) -> String {
    guard let provider, ProviderIdentity.isFederated(provider) else {
      throw ServerError(.invalidCredentialOrProviderID, "Invalid IdP response/credential.")
    }
    return provider
  }

  /// Throws for two kinds of evidence.
  ///
  /// Verifying one kind must not make the other one trusted.
  func refuseMixture(under policy: Policy) throws(ServerError) {
    guard samlResponse != nil else { return }
    // Firebase's emulator reads everything it receives.
    if !policy.idpTokensChecked, idToken == nil || policy.dialect.readsAllProofs { return }
    guard idToken == nil, accessToken == nil, try federatedProvider().hasPrefix("saml.") else {
      throw ServerError(
        .invalidIDPResponse, "((A SAMLResponse is a SAML provider's, and comes without other tokens.))")
    }
  }

  /// Returns the provider's claims about the user, and reads them first if necessary.
  func claims(under policy: Policy) throws(ServerError) -> JSONValue {
    if let said { return said }
    if let saml = try samlAssertion(), idToken == nil, accessToken == nil {
      return ["sub": saml["subject"]?["nameId"] ?? .null]
    }
    let isOpenID = policy.dialect.needsReadableIDToken && provider?.hasPrefix("oidc.") == true
    let payload = (idToken ?? accessToken).flatMap(Self.payload)
    guard let claims = payload.flatMap(JSONValue.init(unambiguous:)), claims.members != nil else {
      if isOpenID { throw .unreadableIDToken }
      let isReadable = payload.flatMap(JSONValue.init(json:))?.members != nil
      throw ServerError(
        .invalidIDPResponse,
        isReadable
          ? "Unable to parse id_token. ((Its claims can be read in more than one way.))"
          : "Unable to parse id_token. ((A JWT is needed, or its claims as strict JSON.))")
    }
    guard claims["sub"]?.string?.isEmpty == false else {
      if isOpenID { throw .missingSubject(of: claims) }
      throw ServerError(
        .invalidIDPResponse,
        "Invalid Idp Response: id_token missing required fields. ((\"sub\" must be a unique identifier.))")
    }
    return claims
  }

  /// Returns the assertion of a SAML provider, or nil for other providers.
  func samlAssertion() throws(ServerError) -> JSONValue? {
    guard let samlResponse else { return nil }
    let assertion = JSONValue(unambiguous: Data(samlResponse.utf8))?["assertion"]
    guard assertion?["subject"]?["nameId"]?.string?.isEmpty == false else {
      throw ServerError(
        .invalidIDPResponse,
        "((SAMLResponse is a response in Base64, or JSON: {\"assertion\":{\"subject\":{\"nameId\":\"…\"}}}.))"
      )
    }
    return assertion
  }

  /// Throws unless the token was issued for this request, as far as the token says.
  func refuseForeign(_ claims: JSONValue, under dialect: Dialect) throws(ServerError) {
    let written = claims["nonce"] ?? .null
    if written == .null || isAnswer { return }
    if let nonce, written.string == Hex.encode(Digest.sha256(nonce.utf8)) { return }
    let isMissing = dialect.tellsMissingNonce && nonce == nil
    throw ServerError(.missingOrInvalidNonce, isMissing ? "Nonce is missing in the request." : nil)
  }

  /// Returns the payload of a token, whatever its signature.
  static func payload(of text: String) -> Data? {
    if text.hasPrefix("{") { return Data(text.utf8) }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3 ? Base64URL.decode(parts[1]).map { Data($0) } : nil
  }
}
