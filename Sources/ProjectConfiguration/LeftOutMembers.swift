import Essentials
import IdentityToolkit

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
