public import Essentials

/// When an account was created and used, as the service last said.
public struct UserMetadata: Sendable, Equatable {
  /// When the account was created.
  public let creationDate: Date?
  /// When the user last signed in; renewals of tokens do not count.
  public let lastSignInDate: Date?
}
