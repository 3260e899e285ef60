package import IdentityToolkit
import Essentials

/// A request to an authenticator for a sign-in, from ``Auth/startPasskeySignIn()``.
public struct PasskeyAssertionRequest: Sendable, Equatable {
  /// The domain of the website or app that the passkey belongs to; nil for that of the page that asks.
  public let relyingPartyID: String?
  /// The bytes that the client data contains. They are valid for one answer, within some minutes.
  public let challenge: [UInt8]
  /// The passkeys that may answer. If the list is empty, all of the relying party may.
  public let allowedCredentialIDs: [[UInt8]]
  /// Whether the authenticator verifies its user.
  public let userVerification: PasskeyUserVerification

  package init(_ options: CredentialRequestOptions?) throws(AuthFailure) {
    guard let options, let challenge = options.challenge.flatMap({ Base64URL.decode(anyForm: $0) }),
      (16...1024).contains(challenge.count)
    else { throw .malformedAnswer(status: 200, reason: "no options for a passkey") }
    relyingPartyID = options.rpId
    self.challenge = challenge
    allowedCredentialIDs = (options.allowCredentials ?? []).ids
    userVerification = PasskeyUserVerification(options.userVerification)
  }
}
