import CommandKit
import IdentityToolkit

struct ProfileList: ToolCommand {
  static let name = "profile list"
  static let abstract = "List the profiles."
  static let examples = [Example("usher profile list", "See which profiles there are, and the selected one.")]
  static let fields = ["name", "selected", "endpoint", "project", "sessions"].map { "profiles[]." + $0 }

  func report(in context: Context) throws -> Report {
    let state = try context.savedState()
    let selected = state.selectedProfile ?? ProfileName.local
    let names = Set(state.profiles.keys).union([ProfileName.local]).sorted()
    let profiles = names.map { name in (name, state.profiles[name] ?? SavedProfile()) }
    let json: [JSONValue] = profiles.map { name, profile in
      [
        "name": .string(name), "selected": .bool(name == selected),
        "endpoint": .optional(profile.endpoint(named: name)),
        "project": .optional(profile.settings.projectID),
        "sessions": .integer(Int64(profile.sessionCount)),
      ]
    }
    return Report(
      .ok, [.init("profiles", .array(json))],
      lines: profiles.map { name, profile in
        "\(name == selected ? "*" : " ") \(name): \(profile.summary(named: name))"
      })
  }
}

struct ProfileShow: ToolCommand {
  static let name = "profile show"
  static let abstract = "Show what a profile binds together."
  static let arguments: [Argument<Self>] = [
    .positional(\.profile, "name", help: "The profile's name; the one in use unless told.", required: false)
  ]
  static let examples = [
    Example("usher profile show", "See endpoint, project and key of the profile in use.")
  ]
  static let fields =
    ["name", "selected", "sessions"]
    + ProfileSetting.allCases.map { "settings." + $0.fieldName } + ["settings.testing"]

  var profile: String?

  func report(in context: Context) throws -> Report {
    let state = try context.savedState()
    let inUse = try profile == nil ? context.profileInUse(state) : nil
    if let file = inUse?.file { context.note(file) }
    let name = profile ?? inUse?.name ?? ProfileName.local
    let found = state.profiles[try ProfileName.check(name)]
    guard let saved = found ?? (name == ProfileName.local ? SavedProfile() : nil) else {
      throw ProfileName.unknown(name)
    }
    var lines = ["\(name): \(saved.summary(named: name))"]
    for setting in ProfileSetting.allCases {
      if let value = saved.settings[keyPath: setting.property] {
        lines.append("  \(setting.rawValue): \(value)")
      }
    }
    return Report(
      .ok,
      [
        .init("name", .string(name)),
        .init("selected", .bool(name == state.selectedProfile ?? ProfileName.local)),
        .init("sessions", .integer(Int64(saved.sessionCount))), .init("settings", saved.settings.json),
      ], lines: lines)
  }
}

struct ProfileUse: ToolCommand {
  static let name = "profile use"
  static let abstract = "Select the profile that commands use when nothing else names one."
  static let discussion = "The profile local is the embedded server, as if nothing had ever been selected."
  static let arguments: [Argument<Self>] = [.positional(\.profile, "name", help: "The profile's name.")]
  static let examples = [
    Example("usher profile use acme", "Work with acme from now on."),
    Example("usher profile use local", "Go back to the embedded server."),
  ]
  static let fields = ["name"]

  var profile = ""

  func report(in context: Context) throws -> Report {
    let name = try ProfileName.check(profile)
    try context.updateState { state throws in
      guard name != ProfileName.local else { return state.selectedProfile = nil }
      guard let settings = state.profiles[name]?.settings else { throw ProfileName.unknown(name) }
      guard settings.endpointWord != nil else {
        throw Diagnosis(
          "usher/no-endpoint", .config, "the profile \(name) names no endpoint",
          hint: "name one: usher profile set endpoint production -p \(name)")
      }
      state.selectedProfile = name
    }
    return Report(
      .ok, [.init("name", .string(name))], lines: ["Commands now use the profile \(name)."],
      isConfirmation: true)
  }
}

extension SavedProfile {
  var sessionCount: Int { bindings.reduce(0) { $0 + $1.sessions.count } }

  /// Where the profile leads; nil where it does not say.
  func endpoint(named name: String) -> String? {
    name == ProfileName.local ? ProfileName.local : settings.endpointWord
  }

  /// For people: endpoint, project, sessions.
  func summary(named name: String) -> String {
    let project = settings.projectID.map { ", project \($0)" } ?? ""
    let people = sessionCount == 0 ? "" : ", \(sessionCount) signed in"
    let place = name == ProfileName.unnamed ? "what options and variables name" : "no endpoint"
    return (endpoint(named: name).map { $0 == ProfileName.local ? "local server" : $0 } ?? place) + project
      + people
  }
}

extension ProfileSetting {
  /// Its name in JSON.
  var fieldName: String { rawValue.map { $0 == "-" ? "_" : String($0) }.joined() }
}

extension ProfileSettings {
  var json: JSONValue {
    let members = ProfileSetting.allCases.map { setting in
      JSONValue.Member(setting.fieldName, .optional(self[keyPath: setting.property]))
    }
    return .object(members + [.init("testing", .bool(appVerification == "testing"))])
  }
}

extension Context {
  /// The profile that options, variables, the folder's file or the selection name; nil where none does.
  func profileInUse(_ state: SavedState) throws -> (name: String, file: FolderProfile?)? {
    if let name = options.profile ?? environment["USHER_PROFILE"] { return (name, nil) }
    if let file = try folderProfile() { return (file.name, file) }
    return state.selectedProfile.map { ($0, nil) }
  }
}
