package import Essentials

/// The names in a project's configuration object: those of Google's admin API, and this project's own.
package indirect enum ProjectConfigSchema: Sendable {
  /// A single value, or a list of them.
  case value
  /// A value with any names: a map, or a part that this server does not use.
  case anything
  case object([String: ProjectConfigSchema])
  case list(of: ProjectConfigSchema)

  package struct UnknownName: Error, Equatable, Sendable {
    package var path: [String]
    /// The names that are valid at this place.
    package var known: [String]
  }

  /// Throws if `value` at `path` has an unknown name, or if the path has one.
  package func check(_ value: JSONValue?, at path: some Collection<String>) throws(UnknownName) {
    var (schema, walked) = (self, [String]())
    for name in path {
      walked.append(name)
      schema = try schema.member(name, at: walked)
    }
    if let value { try schema.check(value, below: walked) }
  }

  private func check(_ value: JSONValue, below path: [String]) throws(UnknownName) {
    switch (self, value) {
    case (.object, .object(let members)):
      for member in members {
        let path = path + [member.name]
        try self.member(member.name, at: path).check(member.value, below: path)
      }
    case (.list(let element), .array(let elements)):
      for value in elements { try element.check(value, below: path) }
    default: return
    }
  }

  private func member(_ name: String, at path: [String]) throws(UnknownName) -> ProjectConfigSchema {
    switch self {
    case .anything: return .anything
    case .object(let members):
      guard let member = members[name] else { throw UnknownName(path: path, known: members.keys.sorted()) }
      return member
    case .value, .list: throw UnknownName(path: path, known: [])
    }
  }

  /// The names at the top level, sorted.
  package var names: [String] {
    guard case .object(let members) = self else { return [] }
    return members.keys.sorted()
  }

  package var paths: [String] {
    guard case .object(let members) = self else { return [] }
    return members.sorted { $0.key < $1.key }.flatMap { name, schema in
      [name] + schema.paths.map { name + "." + $0 }
    }
  }
}

extension ProjectConfigSchema {
  package static let tenant: ProjectConfigSchema = .object([
    "allowPasswordSignup": .value,
    "autodeleteAnonymousUsers": .value,
    "client": clientPermissions,
    "disableAuth": .value,
    "displayName": .value,
    "emailPrivacyConfig": emailPrivacy,
    "enableAnonymousUser": .value,
    "enableEmailLinkSignin": .value,
    "hashConfig": .anything,
    "inheritance": .anything,
    "mfaConfig": secondFactors,
    "mobileLinksConfig": .anything,
    "monitoring": .anything,
    "name": .value,
    "passwordPolicyConfig": passwordPolicy,
    "recaptchaConfig": recaptcha,
    "smsRegionConfig": smsRegions,
    "tenantId": .value,
    "testPhoneNumbers": .anything,
  ])

  package static let project: ProjectConfigSchema = .object([
    "authorizedDomains": .value,
    "autodeleteAnonymousUsers": .value,
    "blockingFunctions": .object([
      "forwardInboundCredentials": .object(["accessToken": .value, "idToken": .value, "refreshToken": .value]
      ),
      "triggers": .object([
        "beforeCreate": blockingFunction, "beforeSendEmail": blockingFunction,
        "beforeSendSms": blockingFunction, "beforeSignIn": blockingFunction,
      ]),
    ]),
    "client": .object([
      "apiKey": .value,
      "firebaseSubdomain": .value,
      "permissions": permissions,
    ]),
    "defaultHostingSite": .value,
    "emailPrivacyConfig": emailPrivacy,
    "mfa": secondFactors,
    "mobileLinksConfig": .anything,
    "monitoring": .anything,
    "multiTenant": .anything,
    "name": .value,
    "notification": .anything,
    "passwordPolicyConfig": passwordPolicy,
    "quota": .anything,
    "recaptchaConfig": recaptcha,
    "signIn": .object([
      "allowDuplicateEmails": .value,
      "anonymous": .object(["enabled": .value]),
      "email": .object(["enabled": .value, "passwordRequired": .value]),
      "hashConfig": .anything,
      "phoneNumber": .object(["enabled": .value, "testPhoneNumbers": .anything]),
    ]),
    "smsRegionConfig": smsRegions,
    "subtype": .value,
    "usher": .object(["customTokenSigners": .anything, "serviceAccountRoles": .anything]),
  ])

  private static let blockingFunction: ProjectConfigSchema = .object([
    "functionUri": .value, "updateTime": .value,
  ])

  // Projects and tenants share these.

  private static let clientPermissions: ProjectConfigSchema = .object(["permissions": permissions])

  private static let permissions: ProjectConfigSchema = .object([
    "disabledUserDeletion": .value, "disabledUserSignup": .value,
  ])

  private static let emailPrivacy: ProjectConfigSchema = .object(["enableImprovedEmailPrivacy": .value])

  private static let secondFactors: ProjectConfigSchema = .object([
    "enabledProviders": .value,
    "providerConfigs": .list(
      of: .object(["state": .value, "totpProviderConfig": .object(["adjacentIntervals": .value])])),
    "state": .value,
  ])

  private static let passwordPolicy: ProjectConfigSchema = .object([
    "forceUpgradeOnSignin": .value,
    "lastUpdateTime": .value,
    "passwordPolicyEnforcementState": .value,
    "passwordPolicyVersions": .list(
      of: .object(["customStrengthOptions": passwordStrength, "schemaVersion": .value])),
  ])

  private static let recaptcha: ProjectConfigSchema = .object([
    "emailPasswordEnforcementState": .value,
    "managedRules": .list(of: .object(["action": .value, "endScore": .value])),
    "phoneEnforcementState": .value,
    "recaptchaKeys": .anything,
    "smsTollFraudManagedRules": .anything,
    "tollFraudManagedRules": .list(of: .object(["action": .value, "startScore": .value])),
    "useAccountDefender": .value,
    "useSmsBotScore": .value,
    "useSmsTollFraudProtection": .value,
  ])

  private static let smsRegions: ProjectConfigSchema = .object([
    "allowByDefault": .object(["disallowedRegions": .value]),
    "allowlistOnly": .object(["allowedRegions": .value]),
  ])

  private static let passwordStrength: ProjectConfigSchema = .object([
    "containsLowercaseCharacter": .value,
    "containsNonAlphanumericCharacter": .value,
    "containsNumericCharacter": .value,
    "containsUppercaseCharacter": .value,
    "maxPasswordLength": .value,
    "minPasswordLength": .value,
  ])
}
