/// An authenticator's answer to an enrollment or a sign-in. Bytes are in base64 or base64url.
package struct AuthenticatorAnswer: Codable, Equatable, Sendable {
  package var id: String?
  package var rawId: String?
  package var type: String?
  package var response: AuthenticatorResponse?
  // The names of older clients.
  package var credentialId: String?
  package var authenticatorAttestationResponse: AuthenticatorResponse?
  package var authenticatorAssertionResponse: AuthenticatorResponse?

  package init(id: String?, response: AuthenticatorResponse?) {
    self.id = id
    self.response = response
  }

  package var credentialID: String? { id ?? credentialId ?? rawId }
  package var answer: AuthenticatorResponse? {
    response ?? authenticatorAttestationResponse ?? authenticatorAssertionResponse
  }
}

package struct AuthenticatorResponse: Codable, Equatable, Sendable {
  package var clientDataJSON: String?
  /// The same, with the name of older clients.
  package var clientDataJson: String?
  // Of an enrollment.
  package var attestationObject: String?
  package var transports: [String]?
  // Of a sign-in.
  package var authenticatorData: String?
  package var signature: String?
  package var userHandle: String?

  package init(clientDataJSON: String?) {
    self.clientDataJSON = clientDataJSON
  }

  package var clientData: String? { clientDataJSON ?? clientDataJson }
}
