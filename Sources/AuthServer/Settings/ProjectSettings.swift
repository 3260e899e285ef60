import Crypto
import Essentials
import IdentityToolkit

/// The parts of a project's configuration that the server uses.
struct ProjectSettings: Sendable {
  /// Sign-in with a password and, unless a password is required, with a mailed link.
  var isEmailEnabled: Bool
  var isEmailLinkEnabled: Bool
  var isPhoneEnabled: Bool
  var isAnonymousEnabled: Bool
  var areDuplicateEmailsAllowed: Bool
  /// E-mail enumeration protection, or nil if the configuration does not set it.
  var isEmailPrivacyImproved: Bool?
  /// For a tenant, the same of its project.
  var isProjectsEmailPrivacyImproved: Bool?
  var passwordRules: PasswordRules
  /// The keys of the project's service accounts, by their e-mail addresses.
  ///
  /// They may sign custom tokens, as the local one does, and get access tokens.
  var customTokenSigners: [String: PublicKey]
  /// The roles of service accounts and workloads that do not have the usual ones.
  var serviceAccountRoles: [String: Set<ServiceAccountRole>]
  /// `FIREBASE_AUTH` or `IDENTITY_PLATFORM`, or nil if nobody set it.
  var subtype: String?
  static let platformSubtype = "IDENTITY_PLATFORM"
  /// Fictional numbers and their codes.
  var testNumbers: [PhoneNumber: String]
  var authorizedDomains: [String]
  /// Whether links for apps are Dynamic Links, which Google no longer offers.
  var usesDynamicLinks: Bool
  var recaptcha: RecaptchaRules
  var smsRegions: SMSRegionRule
  var isSignUpDisabled: Bool
  var isDeletionDisabled: Bool
  var mfa: MFASettings
  /// The key that apps must send, unless any key is accepted.
  var apiKey: String?
  var areTenantsAllowed: Bool
  var isTenant = false
  /// Whether sign-in and account administration are disabled.
  ///
  /// Only a tenant can have this state.
  var isAuthDisabled = false
  var blockingFunctions: BlockingFunctionSettings
  /// For a tenant, those of its project.
  var mails: MailSettings

  /// Reads Google's configuration object.
  ///
  /// Missing features are off, as in the real one.
  /// - Parameter mfa: The service's name of the member about second factors.
  /// - Throws: `ServerError` for a value of the wrong type.
  init(_ config: JSONValue, mfa place: String = "config.mfa") throws(ServerError) {
    isEmailEnabled = try config.flag("signIn.email.enabled")
    let isPasswordRequired = try config.flag("signIn.email.passwordRequired")
    isEmailLinkEnabled = isEmailEnabled && !isPasswordRequired
    isPhoneEnabled = try config.flag("signIn.phoneNumber.enabled")
    isAnonymousEnabled = try config.flag("signIn.anonymous.enabled")
    areDuplicateEmailsAllowed = try config.flag("signIn.allowDuplicateEmails")
    isEmailPrivacyImproved = try config.flagIfAny("emailPrivacyConfig.enableImprovedEmailPrivacy")
    passwordRules = try PasswordRules(config["passwordPolicyConfig"])
    customTokenSigners = try Self.signers(config["usher", "customTokenSigners"])
    serviceAccountRoles = try Self.roles(config["usher", "serviceAccountRoles"])
    subtype = config["subtype"]?.string
    recaptcha = try RecaptchaRules(config["recaptchaConfig"])
    smsRegions = try SMSRegionRule(setting: config["smsRegionConfig"])
    isSignUpDisabled = try config.flag("client.permissions.disabledUserSignup")
    isDeletionDisabled = try config.flag("client.permissions.disabledUserDeletion")
    testNumbers = try Self.testNumbers(config["signIn", "phoneNumber", "testPhoneNumbers"])
    mfa = try MFASettings(config["mfa"], at: place)
    apiKey = config["client", "apiKey"]?.string
    areTenantsAllowed = try config.flag("multiTenant.allowTenants")
    blockingFunctions = try BlockingFunctionSettings(config["blockingFunctions"])
    mails = MailSettings(config["notification", "sendEmail"])
    usesDynamicLinks = config["mobileLinksConfig", "domain"] == "FIREBASE_DYNAMIC_LINK_DOMAIN"
    authorizedDomains = (config["authorizedDomains"]?.array ?? []).compactMap(\.string)
  }

  private static func testNumbers(_ value: JSONValue?) throws(ServerError) -> [PhoneNumber: String] {
    var numbers: [PhoneNumber: String] = [:]
    guard let value, value != .null else { return numbers }
    guard let members = value.members
    else { throw ServerError(.invalidTestingPhoneNumber, "A map of numbers to codes is needed.") }
    for member in members {
      guard let number = PhoneNumber(e164: member.name), numbers[number] == nil
      else { throw ServerError(.invalidTestingPhoneNumber, "\(member.name) is not a phone number.") }
      guard let code = member.value.string, code.utf8.count == 6, code.utf8.allSatisfy(\.isASCIIDigit)
      else { throw ServerError(.invalidTestingPhoneNumber, "The code of \(member.name) is not six digits.") }
      numbers[number] = code
    }
    return numbers
  }

  /// Reads a map from service accounts to certificates (PEM) or public keys (JWK).
  private static func signers(_ value: JSONValue?) throws(ServerError) -> [String: PublicKey] {
    var signers: [String: PublicKey] = [:]
    guard let value, value != .null else { return signers }
    let problem = "usher.customTokenSigners is a map of service accounts to certificates or JWKs."
    func refusal() -> ServerError { ServerError.badArgument(problem) }
    guard let members = value.members else { throw refusal() }
    for member in members {
      do throws(CryptoError) {
        if let certificate = member.value.string {
          signers[member.name] = try PublicKey(certificatePEM: certificate)
        } else {
          signers[member.name] = try PublicKey(
            modulus: Base64URL.decode(member.value["n"]?.string ?? "") ?? [],
            exponent: Base64URL.decode(member.value["e"]?.string ?? "") ?? [])
        }
      } catch {
        guard error == .weakKey else { throw refusal() }
        throw ServerError.badArgument("usher.customTokenSigners, \(member.name): \(error.description).")
      }
    }
    return signers
  }

  /// Reads a map from service accounts to the names of their roles.
  private static func roles(_ value: JSONValue?) throws(ServerError) -> [String: Set<ServiceAccountRole>] {
    var roles: [String: Set<ServiceAccountRole>] = [:]
    guard let value, value != .null else { return roles }
    let names = ServiceAccountRole.allCases.map(\.rawValue).joined(separator: ", ")
    let problem = "usher.serviceAccountRoles is a map of service accounts to lists of roles: \(names)."
    func refusal() -> ServerError { ServerError.badArgument(problem) }
    guard let members = value.members else { throw refusal() }
    for member in members {
      let named = member.value.array?.map { $0.string.flatMap(ServiceAccountRole.init(rawValue:)) }
      guard let named, !named.contains(nil) else { throw refusal() }
      roles[member.name] = Set(named.compactMap(\.self))
    }
    return roles
  }

  /// Returns what a service account or a workload may do.
  func permissions(of principal: String) -> Set<Permission> {
    let usual = customTokenSigners[principal] == nil ? [] : ServiceAccountRole.usual
    return (serviceAccountRoles[principal] ?? usual).reduce(into: []) { $0.formUnion($1.permissions) }
  }

  /// Returns whether `host` is one of the project's domains, and not just similar to one.
  func isAuthorized(_ host: String) -> Bool {
    authorizedDomains.contains { $0.asciiLowercased() == host || $0 == "[\(host)]" }
  }

  func refuseIfDisabled(as code: ServerErrorCode = .projectDisabled) throws(ServerError) {
    if isAuthDisabled { throw ServerError(code) }
  }

  /// Returns whether to hide which addresses have accounts.
  ///
  /// The service has this setting for each tenant, and it is off in a new one.
  func hidesAddresses(under policy: Policy) -> Bool {
    if isTenant, policy.dialect.setsPrivacyPerTenant { return isEmailPrivacyImproved ?? false }
    return isEmailPrivacyImproved ?? isProjectsEmailPrivacyImproved ?? policy.enumerationProtection
  }
}

extension JSONValue {
  /// The value at a path of names.
  fileprivate subscript(path: String...) -> JSONValue? {
    var value: JSONValue? = self
    for name in path { value = value?[name] }
    return value
  }

  /// Returns the Boolean at a dotted path, or false if there is none.
  func flag(_ path: String) throws(ServerError) -> Bool {
    try flagIfAny(path) ?? false
  }

  fileprivate func flagIfAny(_ path: String) throws(ServerError) -> Bool? {
    var value: JSONValue? = self
    for name in path.split(separator: ".") { value = value?[String(name)] }
    guard let value, value != .null else { return nil }
    guard let flag = value.bool
    else { throw ServerError.badArgument("\(path) is true or false.") }
    return flag
  }
}
