import Essentials
import IdentityToolkit

/// The configuration of a tenant that is created on first use, with every tenant feature enabled.
struct NewTenantConfig: Sendable {
  let value: JSONValue

  /// - Parameter hasApps: Whether authenticator apps are enabled. In a tenant that Firebase's emulator creates, they are
  ///   not.
  init(hasApps: Bool) {
    var mfa = NewProjectConfig.mfa
    if !hasApps { mfa["providerConfigs"] = nil }
    value = [
      "allowPasswordSignup": true,
      "enableEmailLinkSignin": true,
      "enableAnonymousUser": true,
      "mfaConfig": mfa,
    ]
  }
}
