package import Crypto
import Essentials
package import HTTP

/// One question to a provider, who the person is: where their browser is sent, and what it must come back with.
package struct Authorization: Sendable {
  /// What the provider gives to the browser.
  package enum ResponseType: String, Sendable {
    case code
    /// The ID token itself; there is nothing to exchange then.
    case idToken = "id_token"
  }

  package let provider: OpenIDProvider
  package let client: OAuthClient
  /// Where the provider sends the browser back to; registered there.
  package let redirectURI: String
  package let scopes: [String]
  /// 128 unpredictable bits at least, used once, as are the other two.
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

  /// The names that the question itself is made of.
  package static let ownParameters: Set = [
    "response_type", "response_mode", "client_id", "client_secret", "redirect_uri", "scope", "state", "nonce",
    "code_challenge", "code_challenge_method", "request", "request_uri",
  ]

  /// The page that the browser is sent to.
  /// - Parameter parameters: the provider's own, `login_hint` say; one of `ownParameters` is left out.
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

  /// The code in what the browser came back with.
  /// - Throws: `callback` for an answer to another question, `refused` for an error that the provider gave to this one.
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
    // An answer that is not to this question must not even end it.
    guard let said = try value("state") else { throw .callback(.missingState) }
    guard ConstantTime.equal(said, state) else { throw .callback(.wrongState) }
    let issuer = try value("iss")
    if issuer == nil, provider.namesIssuer { throw .callback(.missingIssuer) }
    // Whose issuer holds a place for the tenant names the tenant.
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
