import AuthClient
public import Essentials
import Flows

/// A user who is signed in, as the server last described the account.
public struct TerminalUser: Equatable, Sendable {
  /// The account's ID in the project.
  public let uid: String
  /// The account's e-mail address.
  public let email: String?
  /// Whether the user has shown that the address is theirs.
  public let isEmailVerified: Bool
  /// The number in E.164 form, such as `+16505550123`.
  public let phoneNumber: String?
  /// The name that the user or the provider chose.
  public let displayName: String?
  /// Whether the account has no sign-in method.
  public let isAnonymous: Bool
  /// The provider IDs of the account, for example `phone`, `password` or `google.com`.
  public let providers: [String]
  /// The time of the sign-in, on this machine's clock.
  public let signedInAt: Date

  init(_ session: SavedSession) {
    let account = session.account
    uid = session.uid
    email = account.email
    isEmailVerified = account.isEmailVerified
    phoneNumber = account.phoneNumber
    displayName = account.displayName
    isAnonymous = account.isAnonymous
    providers = account.providers
    signedInAt = session.signedInAt
  }
}
