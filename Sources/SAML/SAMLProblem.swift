/// What is wrong with a SAML message.
package enum SAMLProblem: Error, Equatable, Sendable {
  /// libxml2 is not installed.
  case libraryMissing
  /// It has too many bytes or elements, or they are too deep in one another.
  case tooLarge
  /// It is not the kind of message that it should be, or not the part with this name.
  case malformed(String)
  /// The provider says that nobody signed in, with this status, in answer to the request with this ID.
  case status(String, answering: String?)
  case encrypted
  /// There are several assertions, or none.
  case assertionCount(Int)
  case unsigned
  /// The signature covers something else, or is made in a way that is not allowed.
  case forbiddenSignature(String)
  case wrongSignature
  case unreadableCertificate
  /// The provider takes signed requests only.
  case signedRequestWanted
  case wrongIssuer(String)
  case wrongAudience([String])
  case wrongRecipient(String)
  /// It answers another request, or none, or the provider was not asked.
  case wrongRequest
  case expired
  case notYetValid

  /// The reason, as part of a sentence in English.
  package var reason: String {
    switch self {
    case .libraryMissing:
      "SAML needs libxml2, which is not installed where this server runs. On Debian: apt-get install libxml2"
    case .tooLarge: "the message is too large or too deep"
    case .malformed(let name): "the message has no right \(name)"
    case .status(let status, _): "the provider answered with the status \(status)"
    case .encrypted: "the assertion is encrypted, which is not supported"
    case .assertionCount(let count): "the response has \(count) assertions, and one is needed"
    case .unsigned: "neither the response nor its assertion is signed"
    case .forbiddenSignature(let what): "the signature's \(what) is not allowed"
    case .wrongSignature: "the signature is not right for the provider's certificate"
    case .unreadableCertificate: "the provider's certificate cannot be read, or its key is weak"
    case .signedRequestWanted: "the provider wants signed requests, which are not supported"
    case .wrongIssuer(let name): "the issuer is \(name)"
    case .wrongAudience(let names): "the audience is \(names.joined(separator: ", "))"
    case .wrongRecipient(let address): "the assertion is for the address \(address)"
    case .wrongRequest: "the response does not answer what was asked"
    case .expired: "the assertion has expired"
    case .notYetValid: "the assertion is not valid yet"
    }
  }
}
