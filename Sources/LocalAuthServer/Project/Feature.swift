import AuthClient
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
  /// Where Google's object of a project keeps it, and what is to stand there; nil for what no tenant has.
  func setting(
    isEnabled: Bool, ofTenant: Bool, in config: JSONValue
  ) -> (path: String, value: JSONValue)? {
    switch self {
    case .phone: setting(.phone, isEnabled, ofTenant, config)
    case .password: setting(.password, isEnabled, ofTenant, config)
    case .emailLink: setting(.emailLink, isEnabled, ofTenant, config)
    case .anonymous: setting(.anonymous, isEnabled, ofTenant, config)
    case .smsSecondFactor: setting(.mfaSMS, isEnabled, ofTenant, config)
    case .totpSecondFactor: setting(.mfaTOTP, isEnabled, ofTenant, config)
    case .enumerationProtection: setting(.enumerationProtection, isEnabled, ofTenant, config)
    case .signUp: ("client.permissions.disabledUserSignup", .bool(!isEnabled))
    case .accountDeletion: ("client.permissions.disabledUserDeletion", .bool(!isEnabled))
    }
  }

  private func setting(
    _ feature: ProjectFeature, _ isEnabled: Bool, _ ofTenant: Bool, _ config: JSONValue
  ) -> (path: String, value: JSONValue)? {
    ofTenant
      ? feature.tenantSetting(isEnabled: isEnabled) { config }
      : feature.setting(isEnabled: isEnabled) { config }
  }
}
