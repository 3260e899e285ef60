package import Essentials

/// The configuration of a project or a tenant, without what makes sense in that project only.
///
/// A secret is null in its place.
package struct ConfigurationDocument: Equatable, Sendable {
  /// Google's object of a project or a tenant.
  ///
  /// A part that it does not have is neither compared nor changed. An empty part has the defaults.
  package let config: JSONValue
  /// Google's objects of the identity providers by their IDs.
  ///
  /// Nil if the document does not say anything about providers. They are not compared and not changed then.
  package let providers: [String: JSONValue]?
  package let isTenant: Bool
  /// The secrets that this program knows.
  let secretValues: SecretValues
  /// The ID of the project, or nil for the document of a file.
  let project: String?
  /// The domains of Firebase Hosting that the project authorizes, and that `config` does not have.
  let hostingDomains: [String]

  /// Creates a document from the admin API's answers.
  ///
  /// It has all parts, so applying it also disables what the project does not have.
  /// - Parameter providers: The objects of all providers by their IDs.
  package init(
    config: JSONValue, providers: [String: JSONValue], project: String, isTenant: Bool = false
  ) {
    self.init(
      config: config, providers: providers, isTenant: isTenant, project: project, isComplete: true)
  }

  /// - Parameter isComplete: Whether a missing part of `config` has its defaults.
  init(
    config: JSONValue, providers: [String: JSONValue]?, isTenant: Bool, project: String?, isComplete: Bool
  ) {
    let sites = [config["client"]?["firebaseSubdomain"], config["defaultHostingSite"]].compactMap(\.?.string)
    let leftOut = LeftOutMembers(of: sites + (project.map { [$0] } ?? []))
    var secrets = SecretValues()
    var kept = config.kept(at: ["config"], without: leftOut, movingSecretsTo: &secrets) ?? [:]
    if isComplete {
      for part in (isTenant ? Self.tenantParts : Self.projectParts).members ?? []
      where kept[part.name] == nil {
        kept[part.name] = part.value
      }
      kept = .object((kept.members ?? []).sortedByName)
    }
    let domains = kept["authorizedDomains"]?.array
    if let domains {
      kept["authorizedDomains"] = .array(
        domains.filter { !leftOut.hostingDomains.contains($0.string ?? "") })
    }
    hostingDomains = (domains ?? []).compactMap(\.string).filter(leftOut.hostingDomains.contains)
    self.providers = providers.map { providers in
      var objects: [String: JSONValue] = [:]
      for (id, object) in providers {
        objects[id] = object.kept(at: ["providers", id], without: leftOut, movingSecretsTo: &secrets)
      }
      return objects
    }
    self.config = kept
    self.isTenant = isTenant
    self.project = project
    secretValues = secrets
  }

  /// The parts of a project that a document can have, with their defaults.
  private static let projectParts: JSONValue = [
    "authorizedDomains": [], "autodeleteAnonymousUsers": false, "blockingFunctions": [:], "client": [:],
    "emailPrivacyConfig": [:], "mfa": [:], "mobileLinksConfig": [:], "multiTenant": [:], "notification": [:],
    "passwordPolicyConfig": [:], "recaptchaConfig": [:], "signIn": [:], "smsRegionConfig": [:],
  ]

  /// The same of a tenant.
  private static let tenantParts: JSONValue = [
    "allowPasswordSignup": false, "autodeleteAnonymousUsers": false, "client": [:], "disableAuth": false,
    "emailPrivacyConfig": [:], "enableAnonymousUser": false, "enableEmailLinkSignin": false,
    "inheritance": [:], "mfaConfig": [:], "mobileLinksConfig": [:], "passwordPolicyConfig": [:],
    "recaptchaConfig": [:], "smsRegionConfig": [:], "testPhoneNumbers": [:],
  ]

  /// The paths of the secrets, known or not, sorted.
  package var secrets: [String] { secretPaths.map { $0.joined(separator: ".") }.sorted() }

  var secretPaths: [[String]] {
    config.secretPaths(below: ["config"])
      + (providers ?? [:]).flatMap { id, object in object.secretPaths(below: ["providers", id]) }
  }
}

extension JSONValue {
  /// Returns the part of this value that a document has, in its order, or nil if it is left out.
  ///
  /// Sorts the members, and the lists of texts, which are all sets.
  fileprivate func kept(
    at path: [String], without leftOut: LeftOutMembers, movingSecretsTo secrets: inout SecretValues
  ) -> JSONValue? {
    if leftOut.contain(path, self) { return nil }
    if SecretValues.areAt(path) {
      if self == "" { return nil }
      if self != .null { secrets[path] = self }
      return .null
    }
    switch self {
    case .object(let members):
      return .object(
        members.sortedByName.compactMap { member in
          member.value.kept(at: path + [member.name], without: leftOut, movingSecretsTo: &secrets).map {
            Member(member.name, $0)
          }
        })
    case .array(let elements):
      let texts = elements.compactMap(\.string)
      guard texts.count < elements.count else { return .array(Set(texts).sorted().map(JSONValue.string)) }
      return .array(
        elements.enumerated().compactMap { index, element in
          element.kept(at: path + [String(index)], without: leftOut, movingSecretsTo: &secrets)
        })
    default: return self
    }
  }

  fileprivate func secretPaths(below path: [String]) -> [[String]] {
    let inner = members?.map { ($0.name, $0.value) } ?? array?.enumerated().map { (String($0), $1) } ?? []
    return inner.flatMap { name, value -> [[String]] in
      SecretValues.areAt(path + [name]) ? [path + [name]] : value.secretPaths(below: path + [name])
    }
  }
}

extension [JSONValue.Member] {
  fileprivate var sortedByName: [JSONValue.Member] { sorted { $0.name < $1.name } }
}

/// What a document does not have of the service's answers.
struct LeftOutMembers: Sendable {
  /// The domains that each project has from Firebase Hosting, such as `demo.web.app`.
  let hostingDomains: Set<String>

  /// - Parameter projects: The names under which Firebase Hosting knows the project.
  init(of projects: [String]) {
    hostingDomains = Set(projects.flatMap { [$0 + ".firebaseapp.com", $0 + ".web.app"] })
  }

  /// Returns whether the member at `path` is left out.
  func contain(_ path: [String], _ value: JSONValue) -> Bool {
    if path.last == "callbackUri", isHosted(value) { return true }
    let isConfig = path[0] == "config"
    let names = path.dropFirst(isConfig ? 1 : 2)
    return (isConfig ? Self.configPaths : Self.providerPaths).contains { pattern in
      pattern.count == names.count
        && zip(pattern, names).allSatisfy { expected, name in expected == "*" || expected == Substring(name) }
    }
  }

  /// Returns whether a page is the one that Firebase Hosting has for each project.
  private func isHosted(_ page: JSONValue) -> Bool {
    guard let page = page.string else { return false }
    return hostingDomains.contains { page.hasPrefix("https://\($0)/") }
  }

  private static let configPaths: [[Substring]] = [
    // The service sets these, and refuses or ignores other values.
    "blockingFunctions.triggers.*.updateTime", "client.apiKey", "client.firebaseSubdomain",
    "defaultHostingSite", "hashConfig", "name", "notification.sendEmail.dnsInfo",
    "notification.sendSms.smsTemplate", "passwordPolicyConfig.lastUpdateTime",
    "passwordPolicyConfig.passwordPolicyVersions.*.schemaVersion", "recaptchaConfig.recaptchaKeys",
    "signIn.hashConfig", "subtype", "tenantId",
    // The service refuses changes of the texts of mails.
    "notification.sendEmail.changeEmailTemplate", "notification.sendEmail.legacyResetPasswordTemplate",
    "notification.sendEmail.resetPasswordTemplate",
    "notification.sendEmail.revertSecondFactorAdditionTemplate",
    "notification.sendEmail.verifyEmailTemplate",
    // These belong to one project: its folder in the organization, its logs, and a quota that ends at some time.
    "displayName", "monitoring", "multiTenant.defaultTenantLocation", "quota",
    // Only the local server has these keys.
    "usher",
  ].map { $0.split(separator: ".") }

  /// The service sets the name and the certificates.
  private static let providerPaths: [[Substring]] = ["name", "spConfig.spCertificates"].map {
    $0.split(separator: ".")
  }
}
