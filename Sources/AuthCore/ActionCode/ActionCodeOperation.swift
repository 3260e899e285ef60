package import IdentityToolkit

/// What a mailed link does.
package enum ActionCodeOperation: String, Sendable, CaseIterable {
  // The raw values are the links' `mode`.
  case signIn
  case resetPassword
  case verifyEmail
  case verifyAndChangeEmail
  case recoverEmail
  case revertSecondFactorAddition

  /// The same on the wire.
  package var requestType: OobRequestType {
    switch self {
    case .signIn: .emailSignIn
    case .resetPassword: .passwordReset
    case .verifyEmail: .verifyEmail
    case .verifyAndChangeEmail: .verifyAndChangeEmail
    case .recoverEmail: .recoverEmail
    case .revertSecondFactorAddition: .revertSecondFactorAddition
    }
  }
}
