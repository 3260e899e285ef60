import CommandKit
import Essentials
import Flows
import IdentityToolkit

struct ProfileSet: ToolCommand, AboutProfile {
  static let name = "profile set"
  static let abstract: Text = "Change a setting of the profile in use."
  static let discussion = """
    -p names another profile; usher creates it if it does not exist. Each profile has its own sessions, for each \
    endpoint, project and tenant. They stay with these when you change the profile.

    app-verification testing is the test mode of Firebase's guides: only fictional numbers, no verification.
    """
  static let arguments: [Argument<Self>] = [
    .positional(\.setting, "setting", help: "What to change."),
    .positional(
      \.value, "value", help: "The new value; without it, usher removes the setting.", required: false,
      completion: .live(.settingValue)),
  ]
  static let examples = [
    Example(
      "usher profile set referer https://app.example.com", "Use a key that is restricted to a website."),
    Example(
      "usher profile set endpoint http://127.0.0.1:9099 -p emulator", "Create a profile for an emulator."),
    Example("usher profile set tenant", "Use no tenant again."),
  ]

  var setting = ProfileSetting.endpoint
  var value: String?

  struct Result: CommandResult {
    var name: String
    var setting: String
    /// Null if the setting was removed.
    var value: String?
  }

  func report(in context: Context) throws -> Report<Result> {
    let value = try value.map { text throws(Diagnosis) in
      if let value = setting.value(of: text) { return value }
      throw Diagnosis(.badSetting, "\(setting.rawValue) must be \(setting.form)")
    }
    let name = try context.place.changeProfile { $0[keyPath: setting.property] = value }
    return .done(
      Result(name: name, setting: setting.rawValue, value: value),
      value.map { "\(name): \(setting.rawValue) is now \($0)." }
        ?? "\(name): \(setting.rawValue) is not set any more.")
  }
}

struct ProfileRename: ToolCommand, GoesNowhere {
  static let name = "profile rename"
  static let abstract: Text = "Rename a profile."
  static let arguments: [Argument<Self>] = [
    .positional(\.profile, "name", help: "The profile's name.", completion: .live(.profile)),
    .positional(\.newName, "new-name", help: "Its new name."),
  ]
  static let examples = [Example("usher profile rename acme-1234 acme", "Choose a shorter name.")]

  var profile = ""
  var newName = ""

  struct Result: CommandResult {
    var name: String
    var oldName: String
  }

  func report(in context: Context) throws -> Report<Result> {
    let (old, new) = (try ProfileName.checkOwn(profile), try ProfileName.checkOwn(newName))
    try context.state.update { state throws in
      guard let saved = state.profiles[old] else { throw ProfileName.unknown(old) }
      guard old == new || state.profiles[new] == nil else {
        throw Diagnosis(.profileExists, "there is already a profile called \(new)")
      }
      state.profiles[old] = nil
      state.profiles[new] = saved
      if state.selectedProfile == old { state.selectedProfile = new }
    }
    return .done(Result(name: new, oldName: old), "The profile \(old) is now called \(new).")
  }
}

struct ProfileRemove: ToolCommand, GoesNowhere {
  static let name = "profile remove"
  static let abstract: Text = "Remove a profile with its sessions and pending steps."
  static let discussion = """
    usher asks first if a user is signed in, unless you give --yes. Nothing changes on the server.
    """
  static let arguments: [Argument<Self>] = [
    .positional(\.profile, "name", help: "The profile's name.", completion: .live(.profile))
  ]
  static let examples = [
    Example("usher profile remove acme --yes", "Remove acme and its sessions.")
  ]

  var profile = ""

  struct Result: CommandResult {
    var name: String
    /// The number of sessions that were removed too.
    var sessions: Int
  }

  func report(in context: Context) throws -> Report<Result> {
    let name = try ProfileName.checkOwn(profile)
    guard let saved = try context.state.read().profiles[name] else { throw ProfileName.unknown(name) }
    let count = saved.sessionCount
    if count > 0 {
      try context.destruction.confirm(
        Text(
          counting: count, one: "Remove the profile \(name) with one session?",
          other: "Remove the profile \(name) with \(count) sessions?"), isNamed: true)
    }
    try context.state.update { state throws in
      // The user did not confirm the removal of sessions that were added after the question.
      guard let current = state.profiles[name], current.sessionCount <= count else {
        throw Diagnosis(
          .profileChanged, "the profile \(name) was changed by another command", hint: "try again")
      }
      state.profiles[name] = nil
      if state.selectedProfile == name { state.selectedProfile = nil }
    }
    return .done(Result(name: name, sessions: count), "Removed the profile \(name).")
  }
}

extension Place {
  /// Changes the settings of the profile in use and returns its name; `-p` creates a profile that does not exist.
  func changeProfile(_ change: (inout ProfileSettings) throws -> Void) throws -> String {
    try state.update { state in
      guard let (name, file) = try profileInUse(state) else {
        throw UsageError.misuse(
          "no profile is selected",
          hint: Hint("name one with -p NAME").then("or create one", template: ["usher", "init", "FILE"]))
      }
      if let file {
        throw UsageError.misuse(
          "this changes a profile, and only \(file.path) names it",
          hint: "if you mean this profile, name it with -p \(name)")
      }
      var profile = state.profiles[try ProfileName.checkOwn(name)] ?? SavedProfile()
      try change(&profile.settings)
      state.profiles[name] = profile == SavedProfile() ? nil : profile
      return name
    }
  }
}
