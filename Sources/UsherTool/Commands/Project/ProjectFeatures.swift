import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

struct ProjectEnable: ToolCommand, ChangesProject {
  static let name = "project enable"
  static let abstract: Text = "Enable a sign-in method, a second factor or another feature of the project."
  static let arguments: [Argument<Self>] =
    [.positional(\.features, "feature", help: "What to enable.", required: true)] + Argument.set(\.change)
  static let examples = [
    Example("usher project enable anonymous", "Enable anonymous sign-in."),
    Example("usher project enable phone email-link mfa-totp", "Enable several features at once."),
  ]

  var features: [ProjectFeature] = []
  var change = ChangeOptions()

  func report(in context: Context) throws -> Report<FeatureChanges> {
    try context.project(change).set(features, isEnabled: true)
  }
}

struct ProjectDisable: ToolCommand, ChangesProject {
  static let name = "project disable"
  static let abstract: Text = "Disable a sign-in method, a second factor or another feature of the project."
  static let arguments: [Argument<Self>] =
    [.positional(\.features, "feature", help: "What to disable.", required: true)] + Argument.set(\.change)
  static let examples = [
    Example("usher project disable email-link", "Disable sign-in by e-mail link."),
    Example("usher project disable sign-up", "Let only an administrator create accounts."),
  ]

  var features: [ProjectFeature] = []
  var change = ChangeOptions()

  func report(in context: Context) throws -> Report<FeatureChanges> {
    try context.project(change).set(features, isEnabled: false)
  }
}

/// The features that a command enabled or disabled.
struct FeatureChanges: CommandResult {
  var changes: [Change]

  struct Change: Codable, Sendable {
    var feature: String
    var before: Bool
    var after: Bool

    var line: Text { SettingChange(Text(verbatim: feature), from: before, to: after).line }
  }
}

extension AdministeredProject {
  fileprivate func set(_ features: [ProjectFeature], isEnabled: Bool) throws -> Report<FeatureChanges> {
    let isTenants = destination.tenant != nil
    let present = try administrator().projectConfig()
    var mask: [String] = []
    var changes: [FeatureChanges.Change] = []
    for feature in features {
      let setting = feature.setting(isEnabled: isEnabled, ofTenant: isTenants) { present }
      guard let path = setting?.path else {
        throw UsageError.misuse("tenants cannot have the sign-in method \(feature.rawValue)")
      }
      changes.append(
        .init(
          feature: feature.rawValue, before: isOn(feature, in: present) ?? !isEnabled, after: isEnabled))
      if !mask.contains(path) { mask.append(path) }
    }
    let lines = changes.map(\.line)
    let report = Report.done(FeatureChanges(changes: changes), lines: lines)
    // A second time, the command has nothing to do.
    guard isDryRun || changes.contains(where: { $0.before != isEnabled }) else { return report }
    // A mask must not name a part twice.
    mask = mask.filter { path in !mask.contains { path.hasPrefix($0 + ".") } }
    try change(lines) { [mask] server in
      // The configuration may have changed during the confirmation.
      let latest = isDryRun ? present : try server.projectConfig()
      let config = features.reduce(into: latest) { config, feature in
        let setting = feature.setting(isEnabled: isEnabled, ofTenant: isTenants) { config }
        if let (path, value) = setting { config.set(value, at: path) }
      }
      var patch: JSONValue = [:]
      for path in mask { patch.set(config.part(at: path), at: path) }
      try server.updateProjectConfig(patch, mask: mask)
    }
    return report
  }

  /// Returns whether a feature is on; nil if the configuration does not say it.
  private func isOn(_ feature: ProjectFeature, in config: JSONValue) -> Bool? {
    // The policy of a local server has the default of this one.
    if !isReal, feature == .enumerationProtection, config["emailPrivacyConfig"]?.members?.isEmpty ?? true {
      return nil
    }
    return feature.isEnabled(in: config, ofTenant: destination.tenant != nil)
  }
}

struct ProjectInit: ToolCommand, ChangesProject {
  static let name = "project init"
  static let abstract: Text = "Set up Authentication in a new project at Google."
  static let discussion = """
    It does what Get started does in the Firebase console, with Identity Platform, which needs billing. A \
    project without billing can only be set up in the console: it then has no TOTP, no tenants and no blocking \
    functions.
    """
  static let arguments: [Argument<Self>] = Argument.set(\.change)
  static let examples = [
    Example(
      "usher project init --endpoint production --project my-app --gcloud", "Set up a project at Google.")
  ]

  var change = ChangeOptions()

  /// The command is about the whole project.
  var directions: Set<Direction> { .local.subtracting([.tenant]) }

  struct Result: CommandResult {
    var project: String
  }

  func report(in context: Context) throws -> Report<Result> {
    let project = try context.project(change)
    let id = project.destination.project
    do {
      try project.change(["Authentication with Identity Platform: to be set up"]) { try $0.initialize() }
    } catch let failure as AuthFailure where failure.refusal?.code == .invalidProjectID {
      // A second time, the service refuses it with this code.
      return .done(Result(project: id), "Authentication was already set up in \(id).")
    }
    return .done(Result(project: id), "Authentication is set up in \(id).")
  }
}
