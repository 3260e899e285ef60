import AuthCore
import IdentityToolkit

/// The reCAPTCHA that a person has to pass.
public struct RecaptchaChallenge: Sendable, Equatable {
  /// The product: reCAPTCHA v2, or reCAPTCHA Enterprise.
  public enum Kind: Sendable {
    case v2
    case enterprise
  }

  /// The product that the person has to pass.
  public let kind: Kind
  /// The project's key for it.
  public let siteKey: String
  /// What Enterprise is told the token is for, `sendVerificationCode`.
  public let action: String

  init(_ core: AuthCore.RecaptchaChallenge) {
    kind =
      switch core.kind {
      case .v2: .v2
      case .enterprise: .enterprise
      }
    siteKey = core.siteKey
    action = core.action.rawValue
  }
}
