package import HTTP
package import IDTokens

/// Why a provider, or what came in its name, is of no use. Holds no code, token or secret.
package enum OpenIDError: Error, Equatable, Sendable {
  /// An issuer that is no address: `https`, without query and fragment, or `http` on this machine.
  case badIssuer(String)
  /// Nothing usable came from this endpoint.
  case unreachable(EndpointAddress, HTTPError)
  /// The endpoint answered with this status, and no error that OAuth knows.
  case status(EndpointAddress, Int)
  /// The endpoint's answer lacks what it has to hold, `what` in a few words.
  case malformed(EndpointAddress, what: String)
  /// The document of one issuer says that it is of another.
  case foreignDocument(issuer: String, says: String)
  /// An endpoint on this machine, or on plain `http`, of an issuer that is elsewhere.
  case misplacedEndpoint(String)
  /// The provider has no such endpoint.
  case unsupported(String)
  /// The provider refused, with one of OAuth's codes: `access_denied`, `invalid_grant`…
  case refused(code: String, description: String?)
  /// What came back is not an answer to what was asked.
  case callback(CallbackProblem)
  case token(IDTokenProblem)
  /// What the userinfo endpoint says is of another person than the ID token.
  case foreignUserInfo
}

/// Why an address that a browser came back to counts for nothing.
package enum CallbackProblem: Error, Equatable, Sendable {
  /// A parameter stands there twice; readers would disagree about which one counts.
  case repeated(String)
  case missingState, wrongState
  /// RFC 9207: the answer is another provider's.
  case missingIssuer, wrongIssuer
  /// No code, or no ID token where that was asked for.
  case missingCode
}
