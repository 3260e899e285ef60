import Essentials
import IdentityToolkit

/// An authenticator's answer to a ``PasskeyRegistrationRequest``: a new passkey.
public struct PasskeyRegistration: Sendable, Equatable {
  /// The passkey's ID.
  public let credentialID: [UInt8]
  /// What the client says about the request, as JSON (`CollectedClientData`).
  public let clientDataJSON: [UInt8]
  /// The authenticator's object with the public key, in CBOR.
  public let attestationObject: [UInt8]

  /// Creates the answer from the authenticator's values.
  public init(credentialID: [UInt8], clientDataJSON: [UInt8], attestationObject: [UInt8]) {
    self.credentialID = credentialID
    self.clientDataJSON = clientDataJSON
    self.attestationObject = attestationObject
  }
}

extension AuthenticatorAnswer {
  init(_ registration: PasskeyRegistration) {
    var response = AuthenticatorResponse(clientDataJSON: Base64URL.encode(registration.clientDataJSON))
    response.attestationObject = Base64URL.encode(registration.attestationObject)
    self.init(credentialID: registration.credentialID, response)
  }

  /// Creates the answer in the form of browsers.
  init(credentialID: [UInt8], _ response: AuthenticatorResponse) {
    let id = Base64URL.encode(credentialID)
    self.init(id: id, response: response)
    rawId = id
    type = "public-key"
  }
}
