public import Essentials

/// When an account was created and used, as the service last said.
public struct UserMetadata: Sendable, Equatable {
  public let creationDate: Date?
  public let lastSignInDate: Date?
}
