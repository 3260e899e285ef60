package import IdentityToolkit

/// The operation that an e-mail link does.
public enum ActionCodeOperation: Sendable {
  /// Sets a new password.
  case passwordReset
  /// Verifies the account's address.
  case verifyEmail
  /// Restores the account's earlier address after a change.
  case recoverEmail
  /// Signs in.
  case emailLink
  /// Verifies a new address and makes it the account's address.
  case verifyAndChangeEmail
  /// Unenrolls a second factor.
  case revertSecondFactorAddition
  /// An operation that this library does not know.
  case unknown

  /// The known operations, with their `mode` in links and the service's name.
  private static let known: [(operation: ActionCodeOperation, mode: String, type: OobRequestType)] = [
    (.emailLink, "signIn", .emailSignIn),
    (.passwordReset, "resetPassword", .passwordReset),
    (.verifyEmail, "verifyEmail", .verifyEmail),
    (.verifyAndChangeEmail, "verifyAndChangeEmail", .verifyAndChangeEmail),
    (.recoverEmail, "recoverEmail", .recoverEmail),
    (.revertSecondFactorAddition, "revertSecondFactorAddition", .revertSecondFactorAddition),
  ]

  /// Finds the operation of a link's `mode`; nil if it is unknown.
  init?(mode: String) {
    guard let known = Self.known.first(where: { $0.mode == mode }) else { return nil }
    self = known.operation
  }

  init(_ type: OobRequestType?) {
    self = Self.known.first { $0.type == type }?.operation ?? .unknown
  }

  /// The `mode` in links; nil for `unknown`.
  package var mode: String? { Self.known.first { $0.operation == self }?.mode }

  /// The service's name for the operation; nil for `unknown`.
  package var requestType: OobRequestType? { Self.known.first { $0.operation == self }?.type }
}
