import AuthCore
import IdentityToolkit

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

  init(_ core: AuthCore.ActionCodeOperation) {
    self =
      switch core {
      case .signIn: .emailLink
      case .resetPassword: .passwordReset
      case .verifyEmail: .verifyEmail
      case .verifyAndChangeEmail: .verifyAndChangeEmail
      case .recoverEmail: .recoverEmail
      case .revertSecondFactorAddition: .revertSecondFactorAddition
      }
  }

  init(_ type: OobRequestType?) {
    let core = AuthCore.ActionCodeOperation.allCases.first { $0.requestType == type }
    self = core.map(ActionCodeOperation.init) ?? .unknown
  }
}
