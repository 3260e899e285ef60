package import Crypto
import Essentials
package import HTTP

/// One authorization request to a provider: the page for the browser, and the expected answer.
package struct Authorization: Sendable {
  /// What the provider gives to the browser.
  package enum ResponseType: String, Sendable {
    case code
    /// The ID token itself; there is nothing to exchange then.
    case idToken = "id_token"
  }

  package let provider: OpenIDProvider
  package let client: OAuthClient
  /// The address to which the provider returns the browser.
  ///
  /// It is registered there.
  package let redirectURI: String
  package let scopes: [String]
  /// At least 128 unpredictable bits, used once.
  ///
  /// The same applies to the next two.
  let state: String
  package let nonce: String
  let verifier: CodeVerifier
  private let responseType: ResponseType

  package init(
    with provider: OpenIDProvider, as client: OAuthClient, redirectURI: String, scopes: [String],
    state: String,
    nonce: String, verifier: CodeVerifier, responseType: ResponseType = .code
  ) {
    self.provider = provider
    self.client = client
    self.redirectURI = redirectURI
    self.scopes = scopes
    self.state = state
    self.nonce = nonce
    self.verifier = verifier
    self.responseType = responseType
  }

  package init(
    with provider: OpenIDProvider, as client: OAuthClient, redirectURI: String, scopes: [String],
    random: RandomSource
  ) throws(CryptoError) {
    self.init(
      with: provider, as: client, redirectURI: redirectURI, scopes: scopes,
      state: Base64URL.encode(try random(16)),
      nonce: Base64URL.encode(try random(16)), verifier: try CodeVerifier(random: random))
  }

  /// The parameters that the request itself sets.
  package static let ownParameters: Set = [
    "response_type", "response_mode", "client_id", "client_secret", "redirect_uri", "scope", "state", "nonce",
    "code_challenge", "code_challenge_method", "request", "request_uri",
  ]

  /// Returns the address of the provider's page.
  ///
  /// - Parameter parameters: Parameters for the provider, such as `login_hint`. Those in `ownParameters` are left out.
  package func url(_ parameters: [QueryItem] = []) -> String {
    var items = [
      QueryItem("response_type", responseType.rawValue), QueryItem("client_id", client.id),
      QueryItem("redirect_uri", redirectURI),
    ]
    if !scopes.isEmpty { items.append(QueryItem("scope", scopes.joined(separator: " "))) }
    items.append(QueryItem("state", state))
    if provider.issuer != nil { items.append(QueryItem("nonce", nonce)) }
    if responseType == .code {
      items += [QueryItem("code_challenge", verifier.challenge), QueryItem("code_challenge_method", "S256")]
    }
    return provider.authorization.url(items + parameters.filter { !Self.ownParameters.contains($0.name) })
  }

  /// Returns the code in the provider's answer.
  ///
  /// - Throws: `callback` if the answer is for another request, `refused` if the provider returned an error.
  package func code(in answer: [QueryItem]) throws(OpenIDError) -> String {
    try given("code", in: answer)
  }

  /// The ID token in what the browser came back with, where that was asked for.
  /// - Throws: the same as for a code.
  package func idToken(in answer: [QueryItem]) throws(OpenIDError) -> String {
    try given("id_token", in: answer)
  }

  private func given(_ name: String, in answer: [QueryItem]) throws(OpenIDError) -> String {
    func value(_ name: String) throws(OpenIDError) -> String? {
      let values = answer.filter { $0.name == name }.map(\.value)
      guard values.count <= 1 else { throw .callback(.repeated(name)) }
      return values.first.flatMap { $0.isEmpty ? nil : $0 }
    }
    // An answer to another request must not end this one.
    guard let said = try value("state") else { throw .callback(.missingState) }
    guard ConstantTime.equal(said, state) else { throw .callback(.wrongState) }
    let issuer = try value("iss")
    if issuer == nil, provider.namesIssuer { throw .callback(.missingIssuer) }
    // If the configured issuer has a placeholder for the tenant, the answer contains the tenant's name.
    if let issuer, let own = provider.issuer, !own.contains("{"), !issuer.hasBytes(of: own) {
      throw .callback(.wrongIssuer)
    }
    if let error = try value("error") {
      throw .refused(code: error, description: try value("error_description"))
    }
    guard let given = try value(name) else { throw .callback(.missingCode) }
    return given
  }
}
