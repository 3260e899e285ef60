import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

struct ProjectGet: ToolCommand, AtLocalServer {
  static let name = "local project get"
  static let abstract = "Show the local project's configuration in the format of Google's admin API."
  static let discussion = """
    With --tenant, it shows that tenant's configuration. The key in signIn.hashConfig is made up: usher hashes \
    passwords without a key, with the algorithm STANDARD_SCRYPT.
    """
  static let arguments: [Argument<Self>] = [
    .positional(
      \.path, "path", help: "A part of it, like signIn.email; by default all of it.", required: false)
  ]
  static let examples = [
    Example("usher local project get", "Show everything."),
    Example("usher local project get mfa.state", "Show one value."),
  ]

  var path: String?

  func report(in context: Context) throws -> Report<ConfigurationPart> {
    let config = try context.service.localServer().projectConfig()
    let names = path?.split(separator: ".").map(String.init) ?? []
    guard let value = names.reduce(config as JSONValue?, { $0?[$1] }) else {
      throw Diagnosis(
        .noSuchSetting, "the project has no \(path ?? "")",
        hint: Hint("see the settings", ["usher", "local", "project", "get"]))
    }
    return Report(.ok, ConfigurationPart(path: path, value: value), lines: [value.bare], isVerbatim: true)
  }
}

struct ProjectSet: ToolCommand, AtLocalServer {
  static let name = "local project set"
  static let abstract = "Change the local project's configuration."
  static let discussion = """
    The paths are those of Google's admin API; with --tenant, those of its tenant object. usher tells the \
    regions of smsRegionConfig apart by calling code alone. +1, for example, stands for every region that shares \
    it.
    """
  static let arguments: [Argument<Self>] = [
    .positional(
      \.path, "path", help: "The part to change, like emailPrivacyConfig.enableImprovedEmailPrivacy."),
    .positional(
      \.value, "value", help: "JSON, or a bare word; without it, usher removes the part.", required: false),
  ]
  static let examples = [
    Example("usher local project set mfa.state MANDATORY", "Require second factors."),
    Example(
      "usher local project set authorizedDomains '[\"localhost\",\"example.com\"]'", "Authorize a domain."),
  ]

  var path = ""
  var value: String?

  func report(in context: Context) throws -> Report<ConfigurationPart> {
    let value = try value.map { text in
      try JSONArgument.valueOrWord(text, named: "the value")
    }
    try check(value, isTenants: context.place.destination().tenant != nil)
    try context.service.localServer().updateProjectConfig(path, to: value)
    return Report(
      .ok, ConfigurationPart(path: path, value: value ?? .null),
      lines: [value == nil ? "Removed \(path)." : "Changed \(path)."], isConfirmation: true)
  }

  /// Refuses a name that the configuration does not have, and suggests a similar one.
  private func check(_ value: JSONValue?, isTenants: Bool) throws(UsageError) {
    let schema = isTenants ? ProjectConfigSchema.tenant : .project
    let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    do throws(ProjectConfigSchema.UnknownName) {
      try schema.check(value, at: names)
    } catch {
      let (name, place) = (error.path.last ?? "", error.path.dropLast())
      var meant = error.known.nearest(to: name).map { (place + [$0]).joined(separator: ".") }
      if meant.isEmpty { meant = schema.paths.filter { $0.hasSuffix("." + name) } }
      throw .misuse(
        "a \(isTenants ? "tenant" : "project") has no setting \(error.path.joined(separator: "."))",
        hint: meant.isEmpty
          ? Hint("see the settings", ["usher", "local", "project", "get"])
          : Hint("did you mean " + meant.joined(separator: ", ", last: " or ") + "?"))
    }
  }
}

struct ProjectEnable: ToolCommand, AtLocalServer {
  static let name = "local project enable"
  static let abstract = "Enable a sign-in method, a second factor or another feature of the local project."
  static let arguments: [Argument<Self>] = [.positional(\.feature, "feature", help: "What to enable.")]
  static let examples = [Example("usher local project enable anonymous", "Enable anonymous sign-in.")]

  var feature = ProjectFeature.phone

  func report(in context: Context) throws -> Report<ConfigurationPart> {
    try context.service.change(feature, isEnabled: true)
  }
}

struct ProjectDisable: ToolCommand, AtLocalServer {
  static let name = "local project disable"
  static let abstract = "Disable a sign-in method, a second factor or another feature of the local project."
  static let arguments: [Argument<Self>] = [.positional(\.feature, "feature", help: "What to disable.")]
  static let examples = [
    Example("usher local project disable email-link", "Disable sign-in by e-mail link."),
    Example("usher local project disable sign-up", "Let only an administrator create accounts."),
  ]

  var feature = ProjectFeature.phone

  func report(in context: Context) throws -> Report<ConfigurationPart> {
    try context.service.change(feature, isEnabled: false)
  }
}

extension Service {
  fileprivate func change(_ feature: ProjectFeature, isEnabled: Bool) throws -> Report<ConfigurationPart> {
    let server = try localServer()
    let setting = try feature.setting(isEnabled: isEnabled, ofTenant: destination().tenant != nil) {
      try server.projectConfig()
    }
    guard let (path, value) = setting else {
      throw UsageError.misuse("tenants cannot have the sign-in method \(feature.rawValue)")
    }
    try server.updateProjectConfig(path, to: value)
    return Report(
      .ok, ConfigurationPart(path: path, value: value),
      lines: ["\(isEnabled ? "Enabled" : "Disabled") \(feature.rawValue)."], isConfirmation: true)
  }
}

/// A part of the local project's configuration, as a result.
struct ConfigurationPart: CommandResult {
  /// The path of the part; nil for the whole configuration.
  var path: String?
  var value: JSONValue
}
