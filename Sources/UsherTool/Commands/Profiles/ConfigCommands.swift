import CommandKit
import Essentials
import Flows
import IdentityToolkit
import LibC

struct ConfigGet: ToolCommand, GoesNowhere {
  static let name = "config get"
  static let abstract: Text = "Print the value of a setting."
  static let discussion = """
    An environment variable overrides your configuration file, and your file overrides the system's. The exit \
    status is 1 if the setting is not set.
    """
  static let arguments: [Argument<Self>] = [
    .positional(\.preference, "setting", help: "The setting's name."),
    .flag(\.origin, "origin", help: "Show also where the value comes from."),
  ]
  static let examples = [
    Example("usher config get timeout --origin", "Show the time limit and where it is set.")
  ]

  var preference = Preference.output
  var origin = false

  struct Result: CommandResult {
    var name: String
    var value: String?
    /// The environment variable or the file that sets the value.
    var origin: String?

    init(_ preference: Preference, _ standing: (value: String, origin: Text)?) {
      name = preference.rawValue
      value = standing?.value
      origin = standing?.origin.english
    }
  }

  func report(in context: Context) throws -> Report<Result> {
    guard let standing = context.settings.standing(preference) else {
      throw Diagnosis(
        .notSet, "\(preference.rawValue) is not set",
        hint: Hint("set it", template: ["usher", "config", "set", preference.rawValue, "VALUE"]))
    }
    return Report(
      .ok, Result(preference, standing),
      lines: [origin ? Text("\(standing.value) (\(standing.origin))") : Text(verbatim: standing.value)])
  }
}

struct ConfigList: ToolCommand, GoesNowhere {
  static let name = "config list"
  static let abstract: Text = "List the settings and their values."
  static let arguments: [Argument<Self>] = [
    .flag(\.origin, "origin", help: "Show also where each value comes from.")
  ]
  static let examples = [Example("usher config list --origin", "Show every setting and where it is set.")]

  var origin = false

  struct Result: CommandResult {
    var settings: [ConfigGet.Result]
  }

  func report(in context: Context) throws -> Report<Result> {
    let settings = Preference.allCases.map { ($0, context.settings.standing($0)) }
    return Report(
      .ok, Result(settings: settings.map(ConfigGet.Result.init)),
      lines: settings.map { preference, standing in
        guard let standing else { return "\(preference.rawValue) is not set" }
        return origin
          ? Text("\(preference.rawValue) = \(standing.value)  (\(standing.origin))")
          : Text(verbatim: "\(preference.rawValue) = \(standing.value)")
      })
  }
}

struct ConfigPath: ToolCommand, GoesNowhere {
  static let name = "config path"
  static let worksUnconfigured = true
  static let abstract: Text = "Print the path of your configuration file."
  static let arguments: [Argument<Self>] = [
    .flag(\.origin, "origin", help: "Print the system's files too, and which is which.")
  ]
  static let examples = [Example("usher config path", "Show which file config set writes.")]

  var origin = false

  struct Result: CommandResult {
    /// The path of the user's own file.
    var path: String
    var files: [File]
  }

  struct File: Codable, Sendable {
    var path: String
    var origin: String
  }

  func report(in context: Context) throws -> Report<Result> {
    let path = try context.settings.configurationPath()
    let files = Configuration.places(context.world.environment)
    return Report(
      .ok,
      Result(path: path, files: files.map { File(path: $0.path, origin: $0.origin.rawValue) }),
      lines: origin
        ? files.map { file in
          let origin = file.origin == .user ? Text("user") : Text("system")
          return Text("\(file.path) (\(origin))")
        } : [Text(verbatim: path)])
  }
}

struct ConfigSet: ToolCommand, GoesNowhere {
  static let name = "config set"
  static let abstract: Text = "Save a setting in your configuration file."
  static let manual =
    "The settings:\n\n"
    + Preference.allCases.map { "  \($0.rawValue): \($0.meaning) (\($0.form))" }.joined(separator: "\n")
  static let arguments: [Argument<Self>] = [
    .positional(\.preference, "setting", help: "The setting's name."),
    .positional(\.value, "value", help: "The new value.", completion: .live(.settingValue)),
  ]
  static let examples = [
    Example("usher config set language es", "Get SMS and e-mails in Spanish."),
    Example("usher config set timeout 20s", "Give up sooner."),
  ]

  var preference = Preference.output
  var value = ""

  struct Result: CommandResult {
    var name: String
    var value: String
    /// The path of the file that has the value now.
    var path: String
  }

  func report(in context: Context) throws -> Report<Result> {
    guard let value = preference.value(of: value) else {
      throw Diagnosis(.badSetting, "\(preference.rawValue) must be \(preference.form)")
    }
    let path = try context.settings.configurationPath()
    try context.state.changeConfiguration(at: path) { $0[preference] = value }
    if let variable = preference.variable, context.world.environment[variable] != nil {
      context.output.warn("\(variable) is set and overrides this")
    }
    return .done(
      Result(name: preference.rawValue, value: value, path: path), "\(preference.rawValue) is now \(value).")
  }
}

struct ConfigUnset: ToolCommand, GoesNowhere {
  static let name = "config unset"
  static let abstract: Text = "Remove a setting from your configuration file."
  static let arguments: [Argument<Self>] = [
    .positional(\.preference, "setting", help: "The setting's name.")
  ]
  static let examples = [
    Example("usher config unset language", "Get SMS and e-mails in the language of your locale.")
  ]

  var preference = Preference.output

  struct Result: CommandResult {
    var name: String
    var path: String
  }

  func report(in context: Context) throws -> Report<Result> {
    let path = try context.settings.configurationPath()
    try context.state.changeConfiguration(at: path) { $0[preference] = nil }
    return .done(Result(name: preference.rawValue, path: path), "\(preference.rawValue) is not set any more.")
  }
}

extension RunSettings {
  /// Returns the value of a setting, and the variable or file that sets it.
  fileprivate func standing(_ preference: Preference) -> (value: String, origin: Text)? {
    if let variable = preference.variable, let value = environment[variable] {
      return (preference == .noInput ? "true" : value, Text(verbatim: variable))
    }
    if let (value, file) = configuration.origin(of: preference) { return (value, Text(verbatim: file.path)) }
    if preference == .language, let (tag, variable) = ReaderLocale(environment)?.messages {
      return (tag, Text(verbatim: variable))
    }
    return preference.standard.map { ($0, Text("built in")) }
  }

  /// Returns the path of the user's configuration file, which may not exist yet.
  fileprivate func configurationPath() throws -> String {
    try StateLocation(environment: environment.variables).folder + "/" + ConfigurationFile.name
  }
}

extension StateAccess {
  /// Changes the user's configuration file.
  ///
  /// If the file is not valid, the run has ended before.
  fileprivate func changeConfiguration(
    at path: String, _ change: (inout [Preference: String]) -> Void
  ) throws {
    guard isKept else {
      throw UsageError.misuse("--no-store does not go with a command that only changes what is stored")
    }
    try file().replace(ConfigurationFile.name) {
      // Read the file again, because it may have changed before the lock.
      var file =
        try ConfigurationFile.read(path, origin: .user)
        ?? ConfigurationFile(origin: .user, path: path, values: [:])
      change(&file.values)
      return Data(file.text.utf8)
    }
  }
}
