import IdentityToolkit

/// The configuration of a tenant that is created on first use, with every tenant feature enabled.
struct NewTenantConfig: Sendable {
  let value: JSONValue = [
    "allowPasswordSignup": true,
    "enableEmailLinkSignin": true,
    "enableAnonymousUser": true,
    "mfaConfig": NewProjectConfig.mfa,
  ]
}
