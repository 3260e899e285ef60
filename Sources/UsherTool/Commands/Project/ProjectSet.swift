import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

struct ProjectSet: ToolCommand, ChangesProject {
  static let name = "project set"
  static let abstract: Text = "Change the project's configuration."
  static let discussion = """
    The paths are those of Google's admin API; with --tenant, those of its tenant object. A local server tells \
    the regions of smsRegionConfig apart by calling code alone. +1, for example, stands for every region that \
    shares it. With policy strict, its mailed links lead to notification.sendEmail.callbackUri, your own page for \
    them. Google refuses another page for some projects, and another subject or text of a mail for all.
    """
  static let manual = """
    To test reCAPTCHA Enterprise on a local server with the policy strict, have the project require it for \
    passwords and mails, and block low scores. The server accepts a token that says what reCAPTCHA would find: score, \
    smsTollFraudRisk and action, joined with &.

      usher project set recaptchaConfig.emailPasswordEnforcementState ENFORCE
      usher project set recaptchaConfig.managedRules \\
        '[{"endScore":0.3,"action":"BLOCK"}]'
      echo score=0.1 > token.txt
      usher signin password kim@example.com --recaptcha-token-file token.txt
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(
        \.path, "path", help: "The part to change, like emailPrivacyConfig.enableImprovedEmailPrivacy."),
      .positional(
        \.value, "value", help: "JSON, or a bare word; without it, usher removes the part.", required: false),
    ] + Argument.set(\.change)
  static let examples = [
    Example("usher project set mfa.state MANDATORY", "Require second factors."),
    Example(
      "usher project set authorizedDomains '[\"localhost\",\"example.com\"]'", "Set the authorized domains."),
    Example(
      "usher project set notification.sendEmail.callbackUri https://example.com/",
      "Lead mailed links to a page of your own."),
  ]

  var path = ""
  var value: String?
  var change = ChangeOptions()

  func report(in context: Context) throws -> Report<ChangedSetting> {
    let value = try value.map { text in
      try JSONArgument.valueOrWord(text, named: Text("the value"))
    }
    let project = try context.project(change)
    try check(value, isTenants: project.destination.tenant != nil)
    let before = try project.administrator().projectConfig().part(at: path)
    let change = ChangedSetting(path: path, before: before, value: value ?? .null)
    try project.change([change.line]) { try $0.updateProjectConfig(path, to: value) }
    return .done(change, value == nil ? Text("Removed \(path).") : Text("Changed \(change.line)"))
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
        isTenants
          ? "a tenant has no setting \(error.path.joined(separator: "."))"
          : "a project has no setting \(error.path.joined(separator: "."))",
        hint: meant.isEmpty
          ? Hint("see the settings", ["usher", "project", "get"])
          : Hint("did you mean \(Text(anyOf: meant))?"))
    }
  }
}

/// A change of a project's configuration, as a result.
struct ChangedSetting: CommandResult {
  var path: String
  /// The value before; nil if there was none.
  var before: JSONValue?
  var value: JSONValue

  /// The change for people, without secrets.
  var line: Text {
    guard !path.split(separator: ".").contains(where: { SecretField.isSecret(String($0)) }) else {
      return Text(verbatim: path)
    }
    return SettingChange(Text(verbatim: path), from: Self.shown(before), to: Self.shown(value)).line
  }

  private static func shown(_ value: JSONValue?) -> Text {
    guard let value, value != .null else { return "not set" }
    return Text(
      verbatim: value.members == nil && value.array == nil
        ? value.text : ShownText(body: Data(value.text.utf8)).plain)
  }
}

struct ProjectGet: ToolCommand, ReadsProject {
  static let name = "project get"
  static let abstract: Text = "Show the project's configuration in the format of Google's admin API."
  static let discussion = """
    With --tenant, it shows that tenant's configuration. A local server shows disabled settings, too. The key in \
    its signIn.hashConfig is made up: usher hashes passwords without a key, with the algorithm STANDARD_SCRYPT.
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(
        \.path, "path", help: "A part of it, like signIn.email; by default all of it.", required: false)
    ] + Argument.set(\.administrator)
  static let examples = [
    Example("usher project get", "Show everything."),
    Example("usher project get mfa.state", "Show one value."),
  ]

  var path: String?
  var administrator = AdministratorOptions()

  func report(in context: Context) throws -> Report<ConfigurationPart> {
    var config = try context.project(administrator).administrator().projectConfig()
    // The key of all password hashes is shown only to those who ask for it.
    for place in ["signIn.hashConfig", "hashConfig"] where path?.hasPrefix(place) != true {
      config.set(nil, at: place + ".signerKey")
    }
    guard let value = config.part(at: path ?? "") else {
      throw Diagnosis(
        .noSuchSetting, "the project has no \(path ?? "")",
        hint: Hint("see the settings", ["usher", "project", "get"]))
    }
    return Report(
      .ok, ConfigurationPart(path: path, value: value), lines: value.lines, isVerbatim: true)
  }
}

struct ConfigurationPart: CommandResult {
  /// The path of the part; nil for the whole configuration.
  var path: String?
  var value: JSONValue
}

extension JSONValue {
  /// The value as people read it: a string without its quotation marks, an object in a line for each member.
  var lines: [Text] {
    string.map { [Text(verbatim: $0)] }
      ?? indentedText.split(separator: "\n").map { Text(verbatim: String($0)) }
  }

  /// Returns the part at a path such as `signIn.email.enabled`; nil if there is none.
  func part(at path: String) -> JSONValue? {
    value(at: path.split(separator: ".").map(String.init)[...])
  }

  mutating func set(_ value: JSONValue?, at path: String) {
    set(value, at: path.split(separator: ".").map(String.init)[...])
  }
}
