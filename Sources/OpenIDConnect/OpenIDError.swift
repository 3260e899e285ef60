package import HTTP
package import IDTokens

/// An error of a provider, or in an answer in its name.
///
/// It never contains a code, token or secret.
package enum OpenIDError: Error, Equatable, Sendable {
  /// The issuer is not a valid address: `https` without query and fragment, or `http` on this machine.
  case badIssuer(String)
  /// There was no usable answer from this endpoint.
  case unreachable(EndpointAddress, HTTPError)
  /// The endpoint answered with this status and without an OAuth error.
  case status(EndpointAddress, Int)
  /// The endpoint's answer is incomplete.
  ///
  /// `what` names the missing part.
  case malformed(EndpointAddress, what: String)
  /// The document of one issuer names another issuer.
  case foreignDocument(issuer: String, says: String)
  /// An issuer elsewhere names an endpoint on this machine or with plain `http`.
  case misplacedEndpoint(String)
  /// The provider has no such endpoint.
  case unsupported(String)
  /// The provider refused with an OAuth error code: `access_denied`, `invalid_grant`…
  case refused(code: String, description: String?)
  /// The callback does not answer the request.
  case callback(CallbackProblem)
  case token(IDTokenProblem)
  /// The userinfo endpoint returned another person than the ID token.
  case foreignUserInfo
}

/// A reason why a callback address is not valid.
package enum CallbackProblem: Error, Equatable, Sendable {
  /// A parameter appears twice.
  ///
  /// Parsers would disagree about which one counts.
  case repeated(String)
  case missingState, wrongState
  /// RFC 9207: the answer is from another provider.
  case missingIssuer, wrongIssuer
  /// No code, or no ID token where that was asked for.
  case missingCode
}
