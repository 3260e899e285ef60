import Essentials
import HTTP
import IdentityToolkit

struct ProjectConfigChange: Sendable {
  let call: Call

  /// Sets the values at `paths` to those in `changes`.
  ///
  /// - Parameter isMasked: Whether the request named the paths. Otherwise, the change is of everything.
  func apply(_ changes: JSONValue, paths: [[String]], isMasked: Bool = false) throws {
    try check(changes, paths: paths)
    try call.store.write { transaction in
      try apply(changes, paths: paths, isMasked: isMasked, in: transaction)
    }
  }

  /// Does the same for changes that `check` has already accepted.
  func apply(
    _ changes: JSONValue, paths: [[String]], isMasked: Bool, in transaction: Transaction
  ) throws {
    let project = try call.storedProject(in: transaction)
    var config = try call.parts.settings.configuration(of: project)
    for path in paths where changes.value(at: path[...]) != nil {
      if let other = SMSRegionRule.pathOfTheOtherRule(path) { config.set(nil, at: other[...]) }
    }
    let isRemoved = call.dialect.removesMissingValues || !isMasked
    for path in paths { config.set(path, from: changes, removingMissing: isRemoved) }
    if call.dialect.datesPasswordPolicy, paths.contains(where: { $0.first == "passwordPolicyConfig" }) {
      config.notePasswordPolicy(writtenAt: call.now)
    }
    if call.dialect.checksAuthorizedDomains, paths.contains(where: { $0.first == "authorizedDomains" }) {
      if let domains = config["authorizedDomains"], domains.array == nil {
        throw ServerError.badArgument("authorizedDomains is a list of texts.")
      }
      for domain in config["authorizedDomains"]?.array ?? [] { try refuseUnfit(domain: domain) }
    }
    if call.dialect.usesCallbackURI, paths.contains(where: { $0.first == "notification" }),
      let page = config.value(at: ["notification", "sendEmail", "callbackUri"]), page != "",
      (try? ContinueURL(page.string ?? "", under: call.policy)) == nil
    {
      throw ServerError.badArgument("notification.sendEmail.callbackUri is a web address.")
    }
    try refusePlatformFeatures(in: config, paths: paths)
    try refuseUnfit(config, for: project, in: transaction)
    try transaction.setConfig(config.text, project: project.id)
  }

  /// Returns the paths that a request's mask names, or nil if it has no mask.
  ///
  /// The service refuses names that no project has, and ignores those that no tenant has. Firebase's emulator ignores
  /// both. An empty mask is none, except for a project at the service.
  func maskedPaths() -> [[String]]? {
    let isStrict = call.dialect.refusesUnknownMask && call.tenant == nil
    guard let mask = call.request.queryValue("updateMask"), !mask.isEmpty || isStrict else { return nil }
    let paths = mask.split(separator: ",").map { $0.split(separator: ".").map(String.init) }
    return paths.filter { isStrict || (try? check(nil, at: $0)) != nil }
  }

  /// Throws for changes that are not valid in any configuration.
  func check(_ changes: JSONValue, paths: [[String]]) throws(ServerError) {
    guard changes.members != nil else { throw .badJSON("An object is needed.") }
    let (factors, place) = call.tenant == nil ? ("mfa", "config.mfa") : ("mfaConfig", "tenant.mfa_config")
    if call.dialect.refusesUnreadableValues, paths.contains(where: { $0.isEmpty || $0.first == factors }),
      let refusal = (try? MFASettings(changes[factors], at: place))?.unknownProvider
    {
      throw refusal
    }
    if call.dialect.checksFunctionsFirst { try refuseUnfitFunctions(changes) }
    for path in paths { try check(changes.value(at: path[...]), at: path) }
  }

  /// Throws if a configuration cannot be read as settings, or if it has fictional numbers that are not allowed.
  func refuseUnfit(_ config: JSONValue, for project: Project, in transaction: Transaction) throws {
    let new = try ProjectSettings(config, sharing: call.parts.settings.shared(by: project))
    try refuseUnfit(
      new.testNumbers, replacing: call.settings(of: project).testNumbers, project: project.id, in: transaction
    )
  }

  /// Throws for a name that no configuration has, because nothing would use its value.
  private func check(_ value: JSONValue?, at path: [String]) throws(ServerError) {
    let isLocal = path.first == "usher" || path.isEmpty && value?["usher"] != nil
    if isLocal, !call.caller.hasLocalSettings { throw unknownName(at: ["usher"]) }
    do throws(ProjectConfigSchema.UnknownName) {
      try (call.tenant == nil ? ProjectConfigSchema.project : .tenant).check(value, at: path)
    } catch {
      throw unknownName(at: error.path)
    }
  }

  private func unknownName(at path: [String]) -> ServerError {
    let names = [call.tenant == nil ? "config" : "tenant"] + path.map(\.snakeCased)
    let place = names.dropLast().joined(separator: ".")
    return .badJSON("Unknown name \"\((path.last ?? "").prefix(100))\" at '\(place)': Cannot find field.")
  }

  /// Throws for a domain that has a scheme, a port, a path or other characters.
  private func refuseUnfit(domain: JSONValue) throws(ServerError) {
    guard let text = domain.string else { throw .badArgument("authorizedDomains is a list of texts.") }
    guard !text.isEmpty else { throw ServerError(.invalidAuthorizedDomain, "An authorized domain is empty.") }
    let host = Origin("https://" + text)?.host
    guard host == text.asciiLowercased() || host.map({ "[\($0)]" }) == text.asciiLowercased() else {
      throw ServerError(
        .invalidAuthorizedDomain, "\(text.prefix(100)) should only contain the valid domain.")
    }
  }

  /// Throws for functions that Firebase's emulator cannot call, in its words.
  private func refuseUnfitFunctions(_ changes: JSONValue) throws(ServerError) {
    for trigger in changes["blockingFunctions"]?["triggers"]?.members ?? [] {
      guard BlockingFunctionSettings.Event(rawValue: trigger.name) != nil
      else { throw ServerError(.invalidBlockingFunction, "((Event type is invalid.))") }
      guard trigger.value["functionUri"]?.string.flatMap({ FunctionAddress($0) }) != nil else {
        throw ServerError(
          .invalidBlockingFunction, "((Expected an absolute URI with valid scheme and host.))")
      }
    }
  }

  /// Throws for features of Identity Platform in a project that has only Firebase Authentication.
  ///
  /// Google's text about functions is known. The others have its code.
  private func refusePlatformFeatures(in config: JSONValue, paths: [[String]]) throws(ServerError) {
    guard call.policy.newProjects != .ready, call.tenant == nil, config["subtype"] == "FIREBASE_AUTH"
    else { return }
    let settings = try ProjectSettings(config)
    let changed = Set(paths.compactMap(\.first))
    if changed.contains("blockingFunctions"), !settings.blockingFunctions.isEmpty {
      throw ServerError(.operationNotAllowed, "Blocking Functions may only be configured for GCIP projects.")
    }
    if changed.contains("mfa"), settings.mfa.isSMSEnabled || settings.mfa.isTOTPEnabled {
      throw ServerError(.operationNotAllowed, "((Second factors may only be configured for GCIP projects.))")
    }
    if changed.contains("multiTenant"), settings.areTenantsAllowed {
      throw ServerError(.operationNotAllowed, "((Tenants may only be allowed in GCIP projects.))")
    }
  }

  /// Throws if there are too many fictional numbers, or if a regular account has one.
  private func refuseUnfit(
    _ new: [PhoneNumber: String], replacing old: [PhoneNumber: String], project: Int64,
    in transaction: Transaction
  ) throws {
    let own = new.keys.filter { $0.e164 != NewProjectConfig.testNumber }
    guard own.count <= call.policy.testNumbersPerProject else {
      throw ServerError(
        .invalidTestingPhoneNumber, "A project has at most \(call.policy.testNumbersPerProject) of them.")
    }
    for phone in own where old[phone] == nil {
      if let account = try transaction.account(phone: phone, project: project), !account.isFictional {
        throw ServerError(.invalidTestingPhoneNumber, "\(phone.e164) is the number of an account.")
      }
    }
  }
}

extension String {
  /// The name as the service's refusals write it: `mfa_config` for `mfaConfig`.
  fileprivate var snakeCased: String {
    reduce(into: "") { name, letter in
      name += ("A"..."Z").contains(letter) ? "_" + String(letter).asciiLowercased() : String(letter)
    }
  }
}

extension JSONValue {
  /// Adds the members that the service gives a password policy when it is written.
  mutating func notePasswordPolicy(writtenAt now: Date) {
    guard var policy = self["passwordPolicyConfig"], policy.members?.isEmpty == false else { return }
    policy["lastUpdateTime"] = .string(now.rfc3339WithMicroseconds)
    if let versions = policy["passwordPolicyVersions"]?.array {
      policy["passwordPolicyVersions"] = .array(
        versions.map { version in
          guard version.members != nil else { return version }
          var version = version
          version["schemaVersion"] = 1
          return version
        })
    }
    self["passwordPolicyConfig"] = policy
  }

  /// The paths of all values in this object that are not objects.
  ///
  /// A map of numbers to codes counts as one value.
  var leafPaths: [[String]] {
    (members ?? []).flatMap { member -> [[String]] in
      guard member.value.members != nil, member.name != "testPhoneNumbers" else { return [[member.name]] }
      return member.value.leafPaths.map { [member.name] + $0 }
    }
  }

  /// Sets the value at `path` to the one in `changes`, and removes it for null.
  ///
  /// A value that `changes` does not have is kept, or removed if `removingMissing` is true.
  mutating func set(_ path: [String], from changes: JSONValue, removingMissing: Bool) {
    let value = changes.value(at: path[...])
    guard value != nil || removingMissing else { return }
    set(value == .null ? nil : value, at: path[...])
  }
}
