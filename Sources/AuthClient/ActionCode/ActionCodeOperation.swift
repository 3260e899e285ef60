package import IdentityToolkit

/// What a mailed link does.
public enum ActionCodeOperation: Sendable {
  case passwordReset
  case verifyEmail
  /// Gives an account back the address that was changed.
  case recoverEmail
  /// Signs in.
  case emailLink
  case verifyAndChangeEmail
  /// Removes a second factor that was enrolled.
  case revertSecondFactorAddition
  /// One that came after this library.
  case unknown

  /// The operations that this library knows, with the links' `mode` and the service's name for each.
  private static let known: [(operation: ActionCodeOperation, mode: String, type: OobRequestType)] = [
    (.emailLink, "signIn", .emailSignIn),
    (.passwordReset, "resetPassword", .passwordReset),
    (.verifyEmail, "verifyEmail", .verifyEmail),
    (.verifyAndChangeEmail, "verifyAndChangeEmail", .verifyAndChangeEmail),
    (.recoverEmail, "recoverEmail", .recoverEmail),
    (.revertSecondFactorAddition, "revertSecondFactorAddition", .revertSecondFactorAddition),
  ]

  /// Nil for a `mode` that is not known.
  init?(mode: String) {
    guard let known = Self.known.first(where: { $0.mode == mode }) else { return nil }
    self = known.operation
  }

  init(_ type: OobRequestType?) {
    self = Self.known.first { $0.type == type }?.operation ?? .unknown
  }

  /// What links call it; nil for `unknown`.
  package var mode: String? { Self.known.first { $0.operation == self }?.mode }

  /// The same on the wire; nil for `unknown`.
  package var requestType: OobRequestType? { Self.known.first { $0.operation == self }?.type }
}
