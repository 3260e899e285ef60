import IdentityToolkit

extension LocalServer {
  /// What a project, or a tenant, allows. In a new one all is enabled but ``enumerationProtection``, which is as the
  /// rules say.
  public enum Feature: Sendable, CaseIterable {
    /// Sign-in by phone; tenants have none of their own.
    case phone
    /// Sign-in by address and password; without it, links do not work either.
    case password
    /// Sign-in by the link of a mail.
    case emailLink
    /// Accounts without a credential.
    case anonymous
    /// Codes by SMS as second factors.
    case smsSecondFactor
    /// Authenticator apps as second factors.
    case totpSecondFactor
    /// Strangers do not learn which addresses have accounts.
    case enumerationProtection
    /// New accounts, other than an administrator's.
    case signUp
    /// Deletion of an account by its user.
    case accountDeletion
  }
}

extension LocalServer.Feature {
  /// The same among all that a project can allow.
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
