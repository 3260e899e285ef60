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
  /// How long the service accepts an answer, from the request on.
  public let timeout: Duration
}
