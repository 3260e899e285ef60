import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit

struct Init: ToolCommand {
  static let name = "init"
  static let abstract: Text = "Set up a Firebase project from an app's configuration file."
  static let discussion = """
    FILE is GoogleService-Info.plist (iOS), google-services.json (Android), or any text with an API key and a \
    project id together: a web app's firebaseConfig, firebase_options.dart, .env or a page of the console. Without \
    FILE, usher looks for these files in this folder, and in the folders of a Flutter project. It saves a profile \
    and selects it.
    """
  static let manual = """
    For a variable in place of a value, such as process.env.API_KEY, usher reads .env.local and .env in the folder \
    of FILE or in this one. It runs no code.

    The profile's endpoint is --endpoint, USHER_ENDPOINT or production; for a project id that starts with \
    demo-, it is the local server. The profile also stores --tenant and --language. If the profile exists, usher \
    changes only the values that the file or the options give. Here, -p is the same as --name:

      usher init web.json -p staging --endpoint http://127.0.0.1:9099
    """
  static let arguments: [Argument<Self>] = [
    .positional(
      \.file, "file", help: "The app's configuration file; - is standard input.", required: false,
      completion: .file),
    .option(
      \.app, "app", value: "APP",
      help: "The app's package name, id, platform or project, if the file contains several apps."),
    .option(\.profile, "name", value: "NAME", help: "The profile's name; by default the project's id."),
  ]
  static let examples = [
    Example("usher init GoogleService-Info.plist", "Work with the project of an iOS app."),
    Example("usher init google-services.json --app com.example.acme", "Choose one of several Android apps."),
    Example("usher init web.json --name staging", "Name the profile."),
  ]

  var file: String?
  var app: String?
  var profile: String?

  var directions: Set<Direction> { .place.subtracting([.appCheckToken]) }

  struct Result: CommandResult {
    var name: String
    /// The kind of configuration file.
    var kind: String
    /// Whether a profile with this name existed.
    var replaced: Bool
    var settings: ProfileSettingsResult
    /// What the profile can be used for.
    var can: [String]
  }

  func report(in context: Context) throws -> Report<Result> {
    guard context.state.isKept else {
      throw UsageError.misuse("--no-store does not go with a command that only changes what is stored")
    }
    let path =
      try file ?? AppFileSearch(person: context.person, currentFolder: context.world.currentFolder).path()
    let name = FileInput.name(of: path)
    let appFile = try AppFile.read(try context.world.standardInput.data(of: path), named: name) {
      variables(beside: path, in: context)
    }
    var settings = try AppChoice(person: context.person).app(of: appFile, named: app)
    try context.settings.keepDirections(in: &settings)

    let profile = try profileName(settings, in: context)
    let known = try context.state.read().profiles[profile]?.settings
    try refuseOtherProject(known, settings, profile)
    if settings.endpoint == nil {
      // As in Firebase's tools, a demo project is never at Google.
      let standard = ProjectID.isDemo(settings.projectID) ? Endpoint.embedded : .production
      settings.endpoint = known?.endpoint ?? standard.word
    }
    if settings.authDomain == nil, settings.endpoint == Endpoint.production.word {
      settings.authDomain = context.service.authDomain(of: settings, profile: profile)
    }
    let replaced = try context.state.update { state in
      let known = state.profiles[profile]?.settings
      try refuseOtherProject(known, settings, profile)
      settings = settings.merged(over: known)
      state.profiles[profile, default: SavedProfile()].settings = settings
      state.selectedProfile = profile
      return known != nil
    }
    context.place.warnOfStronger(than: settings, of: profile, isInShell: context.isInShell)
    return report(appFile.kind, profile, settings, replaced: replaced)
  }

  /// Returns what `.env` files set in the folder of the file, and in this one.
  private func variables(beside path: String, in context: Context) -> [[String: String]] {
    let here = context.world.currentFolder + "/"
    let folders = [path.lastIndex(of: "/").map { String(path[...$0]) }, here].compactMap(\.self)
    return folders.map { folder in
      var variables: [String: String] = [:]
      // Nobody writes into a FIFO for usher.
      for file in [folder + ".env.local", folder + ".env"] where FileInput.isRegular(file) {
        guard let data = try? context.world.standardInput.data(of: file) else { continue }
        for entry in NamedValues(String(decoding: data, as: UTF8.self)).entries where !entry.isProse {
          if case .text(let text) = entry.value, variables[entry.name] == nil { variables[entry.name] = text }
        }
      }
      return variables
    }
  }

  private func profileName(
    _ settings: ProfileSettings, in context: Context
  ) throws -> String {
    if profile != nil, context.settings.options.profile != nil {
      throw UsageError.misuse("--name and --profile both name the profile", hint: "give one of them")
    }
    if let profile = profile ?? context.settings.options.profile { return try ProfileName.checkOwn(profile) }
    let id = settings.projectID ?? ""
    return try ProfileName.checkOwn(id.map { $0 == ":" ? "-" : String($0) }.joined())
  }

  /// Refuses to change the profile of another project.
  private func refuseOtherProject(
    _ known: ProfileSettings?, _ settings: ProfileSettings, _ name: String
  ) throws(Diagnosis) {
    guard let known, known.projectID ?? settings.projectID != settings.projectID else { return }
    throw Diagnosis(
      .profileExists,
      known.projectID.map { "the profile \(name) belongs to another project (\($0))" }
        ?? "the profile \(name) belongs to another project",
      hint: "choose another name with --name", retry: .newInput)
  }

  private func report(
    _ kind: AppFile.Kind, _ name: String, _ settings: ProfileSettings, replaced: Bool
  ) -> Report<Result> {
    let app = settings.bundleID ?? settings.androidPackage ?? settings.appID
    let abilities = settings.abilities
    let source = ([kind.rawValue, app] as [String?]).compactMap(\.self).joined(separator: ", ")
    let project = "\(settings.projectID ?? "") (\(source))"
    let created: Text =
      switch (settings.endpoint, replaced) {
      case ("production", true), (nil, true): "Renewed the profile \(name) for project \(project)."
      case ("production", false), (nil, false): "Created the profile \(name) for project \(project)."
      case ("local", true): "Renewed the profile \(name) for project \(project) on the local server."
      case ("local", false): "Created the profile \(name) for project \(project) on the local server."
      case (let url?, true): "Renewed the profile \(name) for project \(project) at \(url)."
      case (let url?, false): "Created the profile \(name) for project \(project) at \(url)."
      }
    return Report(
      .ok,
      Result(
        name: name, kind: kind.rawValue, replaced: replaced, settings: ProfileSettingsResult(settings),
        can: abilities.map(\.english)),
      lines: ["\(created) Commands now use it."] + abilities,
      notes: [
        "To see what the project allows:", Text(verbatim: "  usher doctor"), "To sign in:",
        Text(verbatim: "  usher signin"),
      ])
  }
}

extension ProfileSettings {
  /// What a profile with an app's settings can be used for, one sentence each.
  fileprivate var abilities: [Text] {
    let methods: Text =
      "Users can sign in by phone, e-mail link and password, with a second factor, if the project allows it."
    let endpoint = endpointWord.flatMap { try? Endpoint($0, Text(verbatim: $0), .badConfig) }
    // A server on this machine checks neither keys nor apps.
    if endpoint?.isLocal == true { return [methods] }
    let identity: Text =
      if bundleID != nil {
        "Requests send the app's bundle id. A key that is restricted to iOS apps needs it."
      } else if androidPackage != nil {
        "Requests send the app's package name. A restricted key needs its certificate too: usher profile set android-certificate SHA1"
      } else {
        "A key that is restricted to websites needs the address of one: usher profile set referer https://…"
      }
    return [
      methods, identity,
      "Before an SMS, usher opens a browser to verify the app. Fictional numbers do not need that.",
    ]
  }
}

extension ProfileSettings {
  /// Returns these settings, with the user's own settings from `known`.
  fileprivate func merged(over known: ProfileSettings?) -> ProfileSettings {
    var merged = self
    for setting in ProfileSetting.allCases where merged[keyPath: setting.property] == nil {
      // These settings belong to one app, and this file may be for another app.
      guard ![.appID, .bundleID, .androidPackage, .clientID, .reversedClientID].contains(setting) else {
        continue
      }
      merged[keyPath: setting.property] = known?[keyPath: setting.property]
    }
    return merged
  }
}

extension RunSettings {
  /// Adds the endpoint, tenant and language of this run's options to the settings from an app's file.
  fileprivate func keepDirections(in settings: inout ProfileSettings) throws {
    if let project = options.project, project != settings.projectID {
      throw UsageError.misuse(
        "the file is of project \(settings.projectID ?? ""), not of \(SafeText.brief(project))",
        hint: "leave out --project, or give that project's file")
    }
    settings.endpoint = try endpointToKeep(settings)?.word
    settings.tenant = try (options.tenant ?? variable("USHER_TENANT")).map {
      text throws(Diagnosis) in
      if let tenant = ProfileSetting.tenant.value(of: text) { return tenant }
      throw Diagnosis(.badSetting, "the tenant must be \(ProfileSetting.tenant.form)")
    }
    settings.language = options.language?.text
  }

  /// Returns the endpoint from the option or the variable; nil if neither is set.
  private func endpointToKeep(_ settings: ProfileSettings) throws -> Endpoint? {
    let named = options.endpoint.map { ("--endpoint", $0, UsherErrorCode.badEndpoint) }
    let set = variable("USHER_ENDPOINT").map { ("USHER_ENDPOINT", $0, UsherErrorCode.badVariable) }
    guard let (name, word, code) = named ?? set else { return nil }
    let endpoint = try Endpoint(word, Text(verbatim: name), code)
    if endpoint == .embedded, !ProjectID.isDemo(settings.projectID) {
      throw UsageError.misuse(
        "\(name) names the local server inside usher, where project ids start with demo-",
        hint: "leave it out for the real project, or name a server's URL")
    }
    return endpoint
  }

  /// Returns a variable's value; nil if `--profile` is given, because the option overrides all these variables.
  private func variable(_ name: String) -> String? {
    options.profile == nil ? environment[name] : nil
  }
}

extension Service {
  /// Asks the service for the domain of the project's hosted pages; returns nil if that fails.
  fileprivate func authDomain(of settings: ProfileSettings, profile: String) -> String? {
    let destination = Destination(
      profile: profile, endpoint: .production, project: settings.projectID ?? "",
      apiKey: settings.apiKey ?? "",
      settings: settings, source: .profileOption)
    do {
      return try BlockingAuth(backend: try backend(at: destination), now: world.now).authDomain()
    } catch AuthFailure.refused(let refusal) {
      let diagnosis = Diagnosis(refusal)
      place.output.warn("the service refused: \(diagnosis.message)", diagnosis.told(at: destination).hint)
    } catch {
      place.output.tell("usher cannot reach the service, so the project's domain is not known yet.")
    }
    return nil
  }
}
