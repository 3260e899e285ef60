import IdentityToolkit

/// The configuration of a tenant that nobody created: all that tenants can have is on.
struct NewTenantConfig: Sendable {
  let value: JSONValue = [
    "allowPasswordSignup": true,
    "enableEmailLinkSignin": true,
    "enableAnonymousUser": true,
    "mfaConfig": NewProjectConfig.mfa,
  ]
}
