/// A request to an authenticator for a new passkey, from ``User/startPasskeyEnrollment(withName:)``.
public struct PasskeyRegistrationRequest: Sendable, Equatable {
  /// The domain of the website or app that the passkey belongs to; nil for that of the page that asks.
  public let relyingPartyID: String?
  /// The name of the website or app, for people.
  public let relyingPartyName: String?
  /// The account's handle, which the authenticator keeps with the passkey.
  public let userID: [UInt8]
  /// The account's name, which authenticators show in their lists.
  public let userName: String
  /// The name of the account's user, for people.
  public let userDisplayName: String
  /// The bytes that the client data contains. They are valid for one answer, within some minutes.
  public let challenge: [UInt8]
  /// The numbers of the accepted algorithms (COSE), best first.
  public let algorithms: [Int64]
  /// The account's other passkeys. An authenticator that has one of them makes no new one.
  public let excludedCredentialIDs: [[UInt8]]
  /// Whether the authenticator verifies its user.
  public let userVerification: PasskeyUserVerification
  /// How long the service accepts an answer, from the request on.
  public let timeout: Duration
}

/// Whether an authenticator verifies its user, with a PIN or a fingerprint.
public enum PasskeyUserVerification: String, Sendable {
  /// It must.
  case required
  /// It does if it can.
  case preferred
  /// It should not.
  case discouraged
}
