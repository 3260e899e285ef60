import Essentials
import IdentityToolkit

extension ProjectSettings {
  /// Reads the configuration of a project, or of a tenant that shares its project's.
  init(_ config: JSONValue, sharing shared: JSONValue?) throws(ServerError) {
    if let shared {
      try self.init(tenant: config, of: shared)
    } else {
      try self.init(config)
    }
  }

  /// Reads Google's tenant object.
  ///
  /// Settings that it does not have, such as authorized domains, come from its project.
  private init(tenant: JSONValue, of project: JSONValue) throws(ServerError) {
    var config = project
    config["signIn"] = [
      "allowDuplicateEmails": project["signIn"]?["allowDuplicateEmails"] ?? .null,
      "phoneNumber": ["testPhoneNumbers": tenant["testPhoneNumbers"] ?? .null],
    ]
    config["mfa"] = tenant["mfaConfig"]
    for name in [
      "client", "emailPrivacyConfig", "passwordPolicyConfig", "recaptchaConfig", "smsRegionConfig",
    ] {
      config[name] = tenant[name]
    }
    try self.init(config, mfa: "tenant.mfa_config")
    isTenant = true
    isProjectsEmailPrivacyImproved = project["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"]?.bool
    // A tenant can have links without passwords, but a project cannot.
    isEmailEnabled = try tenant.flag("allowPasswordSignup")
    isEmailLinkEnabled = try tenant.flag("enableEmailLinkSignin")
    isAnonymousEnabled = try tenant.flag("enableAnonymousUser")
    apiKey = project["client"]?["apiKey"]?.string
    isAuthDisabled = try tenant.flag("disableAuth")
  }
}
