import IdentityToolkit

extension LocalServer {
  /// A feature that a project or a tenant can allow.
  ///
  /// In a new project, every feature is enabled except ``enumerationProtection``, which follows the rules.
  public enum Feature: Sendable, CaseIterable {
    /// Sign-in by phone.
    ///
    /// Tenants do not have it.
    case phone
    /// Sign-in with address and password.
    ///
    /// Without it, e-mail links do not work either.
    case password
    /// Sign-in with an e-mail link.
    case emailLink
    /// Anonymous accounts.
    case anonymous
    /// SMS codes as second factors.
    case smsSecondFactor
    /// Authenticator apps as second factors.
    case totpSecondFactor
    /// Hides which addresses have accounts.
    case enumerationProtection
    /// Creating new accounts, except by an administrator.
    case signUp
    /// Deletion of an account by its user.
    case accountDeletion
  }
}

extension LocalServer.Feature {
  /// The matching feature among all project features.
  var projectFeature: ProjectFeature {
    switch self {
    case .phone: .phone
    case .password: .password
    case .emailLink: .emailLink
    case .anonymous: .anonymous
    case .smsSecondFactor: .mfaSMS
    case .totpSecondFactor: .mfaTOTP
    case .enumerationProtection: .enumerationProtection
    case .signUp: .signUp
    case .accountDeletion: .accountDeletion
    }
  }
}
