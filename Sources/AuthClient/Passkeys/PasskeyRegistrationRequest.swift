package import IdentityToolkit
import Essentials

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
  public let userDisplayName: String
  /// The bytes that the client data contains. They are valid for one answer, within some minutes.
  public let challenge: [UInt8]
  /// The numbers of the accepted algorithms (COSE), best first.
  public let algorithms: [Int64]
  /// The account's other passkeys. An authenticator that has one of them makes no new one.
  public let excludedCredentialIDs: [[UInt8]]
  /// Whether the authenticator verifies its user.
  public let userVerification: PasskeyUserVerification

  package init(_ options: CredentialCreationOptions?, name: String?) throws(AuthFailure) {
    guard let options, let challenge = options.challenge.flatMap({ Base64URL.decode(anyForm: $0) }),
      let userID = options.user?.id.flatMap({ Base64URL.decode(anyForm: $0) }), (1...64).contains(userID.count),
      (16...1024).contains(challenge.count)
    else { throw .malformedAnswer(status: 200, reason: "no options for a passkey") }
    relyingPartyID = options.rp?.id
    relyingPartyName = options.rp?.name
    self.userID = userID
    userName = name ?? options.user?.name ?? ""
    userDisplayName = name ?? options.user?.displayName ?? userName
    self.challenge = challenge
    algorithms = (options.pubKeyCredParams ?? []).compactMap(\.alg)
    excludedCredentialIDs = (options.excludeCredentials ?? []).ids
    userVerification = PasskeyUserVerification(options.authenticatorSelection?.userVerification)
  }
}

/// Whether an authenticator verifies its user, with a PIN or a fingerprint.
public enum PasskeyUserVerification: String, Sendable {
  case required, preferred, discouraged

  init(_ text: String?) {
    self = text.flatMap(Self.init(rawValue:)) ?? .preferred
  }
}

extension [CredentialDescriptor] {
  var ids: [[UInt8]] { compactMap { $0.id.flatMap { Base64URL.decode(anyForm: $0) } } }
}
