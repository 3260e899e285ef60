import CommandKit
import Essentials
import Flows
import IdentityToolkit

struct ProfileList: ToolCommand, GoesNowhere {
  static let name = "profile list"
  static let abstract: Text = "List the profiles."
  static let examples = [Example("usher profile list", "Show every profile, and which one is selected.")]

  struct Result: CommandResult {
    var profiles: [Profile]
  }

  struct Profile: Codable, Sendable {
    var name: String
    var selected: Bool
    var endpoint: String?
    var project: String?
    var sessions: Int
  }

  func report(in context: Context) throws -> Report<Result> {
    let state = try context.state.read()
    let selected = state.selectedProfile ?? ProfileName.local
    let names = Set(state.profiles.keys).union([ProfileName.local]).sorted()
    let profiles = names.map { name in (name, state.profiles[name] ?? SavedProfile()) }
    let results = profiles.map { name, profile in
      Profile(
        name: name, selected: name == selected, endpoint: profile.endpoint(named: name),
        project: profile.settings.projectID, sessions: profile.sessionCount)
    }
    return Report(
      .ok, Result(profiles: results),
      lines: profiles.map { name, profile in
        "\(name == selected ? "*" : " ") \(name): \(profile.summary(named: name))"
      })
  }
}

struct ProfileShow: ToolCommand {
  static let name = "profile show"
  static let abstract: Text = "Show a profile's endpoint, project and settings."
  static let arguments: [Argument<Self>] = [
    .positional(
      \.profile, "name", help: "The profile's name; by default the one in use.", required: false,
      completion: .live(.profile))
  ]
  static let examples = [
    Example("usher profile show", "Show endpoint, project and key of the profile in use.")
  ]

  var profile: String?

  var directions: Set<Direction> { profile == nil ? [.profile] : [] }

  struct Result: CommandResult {
    var name: String
    var selected: Bool
    var sessions: Int
    var settings: ProfileSettingsResult
  }

  func report(in context: Context) throws -> Report<Result> {
    let state = try context.state.read()
    let inUse = try profile == nil ? context.place.profileInUse(state) : nil
    if let file = inUse?.file { context.place.note(file) }
    let name = profile ?? inUse?.name ?? ProfileName.local
    let found = state.profiles[try ProfileName.check(name)]
    guard let saved = found ?? (name == ProfileName.local ? SavedProfile() : nil) else {
      throw ProfileName.unknown(name)
    }
    var lines = [Text("\(name): \(saved.summary(named: name))")]
    for setting in ProfileSetting.allCases {
      if let value = saved.settings[keyPath: setting.property] {
        lines.append(Text(verbatim: "  \(setting.rawValue): \(value)"))
      }
    }
    return Report(
      .ok,
      Result(
        name: name, selected: name == state.selectedProfile ?? ProfileName.local,
        sessions: saved.sessionCount, settings: ProfileSettingsResult(saved.settings)),
      lines: lines)
  }
}

struct ProfileUse: ToolCommand, GoesNowhere {
  static let name = "profile use"
  static let abstract: Text = "Select the profile that commands use by default."
  static let discussion = """
    The profile local is the local server, as if you had selected no profile.
    """
  static let arguments: [Argument<Self>] = [
    .positional(\.profile, "name", help: "The profile's name.", completion: .live(.profile))
  ]
  static let examples = [
    Example("usher profile use acme", "Work with acme from now on."),
    Example("usher profile use local", "Go back to the local server."),
  ]

  var profile = ""

  struct Result: CommandResult {
    var name: String
  }

  func report(in context: Context) throws -> Report<Result> {
    let name = try ProfileName.check(profile)
    let settings = try context.state.update { state throws in
      guard name != ProfileName.local else {
        state.selectedProfile = nil
        return ProfileSettings.local
      }
      guard let settings = state.profiles[name]?.settings else { throw ProfileName.unknown(name) }
      guard settings.endpointWord != nil else {
        throw Diagnosis(
          .noEndpoint, "the profile \(name) names no endpoint",
          hint: Hint(
            "for the real project", ["usher", "profile", "set", "endpoint", "production", "-p", name]))
      }
      state.selectedProfile = name
      return settings
    }
    context.place.warnOfStronger(than: settings, of: name, isInShell: context.isInShell)
    return .done(Result(name: name), "Commands now use the profile \(name).")
  }
}

extension SavedProfile {
  var sessionCount: Int { bindings.reduce(0) { $0 + $1.sessions.count } }

  /// Returns the profile's endpoint; nil if it does not set one.
  func endpoint(named name: String) -> String? {
    name == ProfileName.local ? ProfileName.local : settings.endpointWord
  }

  /// Returns endpoint, project and number of sessions, for people.
  func summary(named name: String) -> Text {
    let place: Text =
      switch endpoint(named: name) {
      case ProfileName.local: "local server"
      case let endpoint?: Text(verbatim: endpoint)
      case nil: name == ProfileName.unnamed ? "what options and variables name" : "no endpoint"
      }
    let parts: [Text?] = [
      place, settings.projectID.map { Text("project \($0)") },
      sessionCount == 0 ? nil : "\(sessionCount) signed in",
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}

extension Place {
  /// Warns of options, variables and files that override the profile just selected.
  func warnOfStronger(than settings: ProfileSettings, of name: String, isInShell: Bool) {
    let variables: [(String, meansTheSame: String?)] = [
      ("USHER_ENDPOINT", settings.endpointWord), ("USHER_PROFILE", name),
      ("FIREBASE_AUTH_EMULATOR_HOST", nil), ("USHER_API_KEY", nil),
      ("USHER_PROJECT", settings.projectID), ("USHER_TENANT", settings.tenant),
    ]
    // The options of `shell` also apply to its next commands.
    let others = [
      ("-p", self.settings.options.profile.map { $0 != name }),
      ("--endpoint", self.settings.options.endpoint.map { $0 != settings.endpointWord }),
    ]
    for (option, isAnother) in others where isInShell && isAnother == true {
      output.warn("the shell was started with \(option), which decides where its commands go")
    }
    for (variable, same) in variables
    where self.settings.environment[variable] != nil && self.settings.environment[variable] != same {
      output.warn("\(variable) is set, and decides where commands go")
    }
    if let folder = try? folderProfile() {
      output.warn("in this folder, \(folder.path) decides: it names the profile \(folder.name)")
    }
  }

  /// Returns the profile from an option, a variable, the folder's file or the selection; nil if there is none.
  func profileInUse(_ state: SavedState) throws -> (name: String, file: FolderProfile?)? {
    if let name = settings.options.profile ?? self.settings.environment["USHER_PROFILE"] {
      return (name, nil)
    }
    if let file = try folderProfile() { return (file.name, file) }
    return state.selectedProfile.map { ($0, nil) }
  }
}

/// A profile's settings by name, as part of a result.
struct ProfileSettingsResult: Codable, Sendable {
  private var settings: ProfileSettings

  init(_ settings: ProfileSettings) {
    self.settings = settings
  }

  /// A key such as `project` or `api_key`.
  private static func key(_ setting: ProfileSetting) -> JSONKey {
    JSONKey(stringValue: setting.rawValue.replacing("-", with: "_"))
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: JSONKey.self)
    settings = ProfileSettings()
    for setting in ProfileSetting.allCases {
      settings[keyPath: setting.property] = try members.decodeIfPresent(
        String.self, forKey: Self.key(setting))
    }
    _ = try members.decode(Bool.self, forKey: "testing")
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: JSONKey.self)
    for setting in ProfileSetting.allCases {
      try members.encodeIfPresent(settings[keyPath: setting.property], forKey: Self.key(setting))
    }
    try members.encode(settings.appVerification == "testing", forKey: "testing")
  }
}
