import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

struct ProjectGet: ToolCommand {
  static let name = "local project get"
  static let abstract = "Show the local project's configuration, as Google's admin API names it."
  static let arguments: [Argument<Self>] = [
    .positional(
      \.path, "path", help: "A part of it, like signIn.email; all of it unless told.", required: false)
  ]
  static let examples = [
    Example("usher local project get", "Show everything."),
    Example("usher local project get mfa.state", "Show one value."),
  ]
  static let fields = ["path", "value", "value.*"]

  var path: String?

  func report(in context: Context) throws -> Report {
    let config = try context.localServer().projectConfig()
    let names = path?.split(separator: ".").map(String.init) ?? []
    guard let value = names.reduce(config as JSONValue?, { $0?[$1] }) else {
      throw Diagnosis(
        "usher/no-such-setting", .failure, "the project has no \(path ?? "")",
        hint: "see: usher local project get")
    }
    return Report(
      .ok, [.init("path", .optional(path)), .init("value", value)], lines: [value.bare])
  }
}

struct ProjectSet: ToolCommand {
  static let name = "local project set"
  static let abstract = "Change the local project's configuration."
  static let discussion = """
    The paths are those of Google's admin API. The regions of smsRegionConfig go by the number's calling code; a \
    code that several regions share, +1 say, stands for each of them.
    """
  static let arguments: [Argument<Self>] = [
    .positional(
      \.path, "path", help: "The part to change, like emailPrivacyConfig.enableImprovedEmailPrivacy."),
    .positional(
      \.value, "value", help: "JSON, or a bare word; left out, the part is removed.", required: false),
  ]
  static let examples = [
    Example("usher local project set mfa.state MANDATORY", "Demand second factors."),
    Example(
      "usher local project set authorizedDomains '[\"localhost\",\"example.com\"]'", "Authorize a domain."),
  ]
  static let fields = ["path", "value", "value.*"]

  var path = ""
  var value: String?

  func report(in context: Context) throws -> Report {
    let value = value.map { text in
      (try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))) ?? .string(text)
    }
    try context.localServer().updateProjectConfig(path, to: value)
    return Report(
      .ok, [.init("path", .string(path)), .init("value", value ?? .null)],
      lines: [value == nil ? "Removed \(path)." : "Changed \(path)."], isConfirmation: true)
  }
}

/// The ways in that a project can allow, by the names of the commands.
enum ProjectFeature: String, CaseIterable, ArgumentValue {
  case phone
  case password
  case emailLink = "email-link"
  case anonymous
  case enumerationProtection = "enumeration-protection"

  /// Where Google's object keeps it, and what it is when allowed and not.
  var setting: (path: String, enabled: JSONValue, disabled: JSONValue) {
    switch self {
    case .phone: ("signIn.phoneNumber.enabled", true, false)
    case .password: ("signIn.email.enabled", true, false)
    case .emailLink: ("signIn.email.passwordRequired", false, true)
    case .anonymous: ("signIn.anonymous.enabled", true, false)
    case .enumerationProtection: ("emailPrivacyConfig.enableImprovedEmailPrivacy", true, false)
    }
  }
}

struct ProjectEnable: ToolCommand {
  static let name = "local project enable"
  static let abstract = "Allow a way in at the local project."
  static let arguments: [Argument<Self>] = [.positional(\.feature, "feature", help: "What to allow.")]
  static let examples = [Example("usher local project enable anonymous", "Allow anonymous sign-in.")]
  static let fields = ["path", "value"]

  var feature = ProjectFeature.phone

  func report(in context: Context) throws -> Report {
    try context.change(feature.setting.path, to: feature.setting.enabled, "Enabled \(feature.rawValue).")
  }
}

struct ProjectDisable: ToolCommand {
  static let name = "local project disable"
  static let abstract = "Forbid a way in at the local project."
  static let arguments: [Argument<Self>] = [.positional(\.feature, "feature", help: "What to forbid.")]
  static let examples = [Example("usher local project disable email-link", "Forbid sign-in by link.")]
  static let fields = ["path", "value"]

  var feature = ProjectFeature.phone

  func report(in context: Context) throws -> Report {
    try context.change(feature.setting.path, to: feature.setting.disabled, "Disabled \(feature.rawValue).")
  }
}

extension Context {
  fileprivate func change(_ path: String, to value: JSONValue, _ sentence: String) throws -> Report {
    try localServer().updateProjectConfig(path, to: value)
    return Report(
      .ok, [.init("path", .string(path)), .init("value", value)], lines: [sentence], isConfirmation: true)
  }
}
