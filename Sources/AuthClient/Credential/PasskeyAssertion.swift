import Essentials
import IdentityToolkit

/// An authenticator's answer to a ``PasskeyAssertionRequest``, which signs in or re-authenticates.
public struct PasskeyAssertion: AuthCredential, Equatable {
  /// The passkey's ID.
  public let credentialID: [UInt8]
  /// What the client says about the request, as JSON (`CollectedClientData`).
  public let clientDataJSON: [UInt8]
  /// The authenticator's data.
  public let authenticatorData: [UInt8]
  /// The signature of the authenticator's data and the digest of the client data.
  public let signature: [UInt8]
  /// The account's handle, which the authenticator kept with the passkey.
  public let userHandle: [UInt8]?

  /// Creates the answer from the authenticator's values.
  public init(
    credentialID: [UInt8], clientDataJSON: [UInt8], authenticatorData: [UInt8], signature: [UInt8],
    userHandle: [UInt8]?
  ) {
    self.credentialID = credentialID
    self.clientDataJSON = clientDataJSON
    self.authenticatorData = authenticatorData
    self.signature = signature
    self.userHandle = userHandle
  }

  public var provider: String { Self.provider }

  static let provider = "passkey"
}

extension AuthenticatorAnswer {
  init(_ assertion: PasskeyAssertion) {
    var response = AuthenticatorResponse(clientDataJSON: Base64URL.encode(assertion.clientDataJSON))
    response.authenticatorData = Base64URL.encode(assertion.authenticatorData)
    response.signature = Base64URL.encode(assertion.signature)
    response.userHandle = assertion.userHandle.map { Base64URL.encode($0) }
    self.init(credentialID: assertion.credentialID, response)
  }
}
