import AuthClient
import HTTP

extension Destination {
  /// The project of a local server that nobody named one for.
  static let demoProject = "demo-usher"
  /// Local servers take any key.
  static let placeholderKey = "fake-api-key"
}

/// Decides where a command goes.
///
/// In this order: `--endpoint` or `--profile`, `USHER_ENDPOINT` or `USHER_PROFILE`,
/// `FIREBASE_AUTH_EMULATOR_HOST`, production where a key is set, the place of `USHER_SESSION_FILE`, the
/// folder's profile, the selected one, the embedded server. Nothing gets to the embedded server by accident:
/// not in CI, not when only a project was named.
struct DestinationChoice {
  let options: GlobalOptions
  let environment: Environment
  /// What profiles there are. This and the next are asked for only where they may decide.
  let state: () throws(Diagnosis) -> SavedState
  let folderProfile: () throws(Diagnosis) -> FolderProfile?
  let exportedSession: () throws(Diagnosis) -> ExportedSession?

  private typealias Source = Destination.Source

  /// `notices` are for people who set something that lost.
  func resolve() throws(Diagnosis) -> (destination: Destination, notices: [String]) {
    try environment.check()
    try refuseEmptyOptions()
    let named = namedEndpoints.first
    let profile = try profile(besides: named)
    let source = named?.source ?? profile?.source ?? .nothing
    let endpoint = try place(named, profile)
    try refuseAccident(source, endpoint)

    var destination = Destination(
      profile: endpoint == .embedded ? ProfileName.local : ProfileName.unnamed, endpoint: endpoint,
      project: "", apiKey: "", source: source)
    // Key and identity go to the profile's own endpoint only; its project may be tried elsewhere.
    let settings = profile?.settings ?? ProfileSettings()
    if let profile, (try? Self.endpoint(profile)) == endpoint { destination.settings = profile.settings }
    if let profile, profile.source != .sessionFile { destination.profile = profile.name }
    destination.project = try project(settings, endpoint, profile)
    destination.apiKey = try apiKey(destination.settings, endpoint)
    destination.tenant = options.tenant ?? variable("USHER_TENANT") ?? settings.tenant
    return (destination, notices(destination, profile))
  }

  private func refuseEmptyOptions() throws(Diagnosis) {
    let given = [
      ("--project", options.project), ("--tenant", options.tenant), ("--profile", options.profile),
    ]
    for (name, value) in given where value == "" {
      throw Diagnosis("usher/empty-value", .data, "\(name) is empty", retry: .newInput)
    }
  }
}

// MARK: - What names a place

extension DestinationChoice {
  private typealias NamedEndpoint = (source: Source, word: String)

  /// What names an endpoint and is not outdone by a profile, the strongest first.
  private var namedEndpoints: [NamedEndpoint] {
    if options.profile != nil, options.endpoint == nil { return [] }
    let isProfileVariable = options.endpoint == nil && environment["USHER_PROFILE"] != nil
    let choices = isProfileVariable ? Array(endpointChoices.prefix(2)) : endpointChoices
    return choices.compactMap { source, word in word.map { (source, $0) } }
  }

  private var endpointChoices: [(source: Source, word: String?)] {
    [
      (.option, options.endpoint), (.usherEndpoint, environment["USHER_ENDPOINT"]),
      (.emulatorHost, environment["FIREBASE_AUTH_EMULATOR_HOST"].map { "http://" + $0 }),
      (.apiKey, environment["USHER_API_KEY"].map { _ in "production" }),
    ]
  }

  /// The profile that decides, or that goes with the endpoint that was named.
  private func profile(besides endpoint: NamedEndpoint?) throws(Diagnosis) -> NamedProfile? {
    if let name = options.profile { return try .find(name, in: try state(), source: .profileOption) }
    if let name = environment["USHER_PROFILE"], endpoint == nil || endpoint?.source == .usherEndpoint {
      return try .find(name, in: try state(), source: .usherProfile)
    }
    guard let endpoint else {
      if let place = try sessionFile() { return place }
      return try standingProfile()
    }
    // Whoever says `--endpoint production` means the profile in use, if that is where it leads.
    let isPlain = environment["USHER_API_KEY"] == nil && endpoint.word != "local"
    guard endpoint.source == .option || endpoint.source == .usherEndpoint, isPlain,
      let profile = try? weakerProfile(),
      let place = try? Self.endpoint(profile), place == (try Self.endpoint(endpoint)),
      [nil, profile.settings.projectID].contains(options.project ?? environment["USHER_PROJECT"])
    else { return nil }
    return profile
  }

  private func weakerProfile() throws(Diagnosis) -> NamedProfile? {
    if let name = environment["USHER_PROFILE"] {
      return try .find(name, in: try state(), source: .usherProfile)
    }
    return try standingProfile()
  }

  /// The folder's profile or the selected one.
  private func standingProfile() throws(Diagnosis) -> NamedProfile? {
    if let folder = try folderProfile() {
      return try .find(folder.name, in: try state(), source: .folderProfile, file: folder.path)
    }
    let state = try state()
    guard let name = state.selectedProfile else { return nil }
    return try .find(name, in: state, source: .selectedProfile)
  }

  /// The place that the session in `USHER_SESSION_FILE` belongs to.
  private func sessionFile() throws(Diagnosis) -> NamedProfile? {
    guard options.session == nil, let exported = try exportedSession() else { return nil }
    var settings = exported.app ?? ProfileSettings()
    settings.endpoint = exported.endpoint
    settings.projectID = exported.project
    settings.tenant = exported.tenant
    // A file must not make anybody type a password at a stranger's server.
    let isPlainlyMeant =
      ["local", "production"].contains(exported.endpoint) || Origin(exported.endpoint)?.isLoopback == true
    guard isPlainlyMeant else {
      throw Diagnosis(
        "usher/no-endpoint", .config, "the session of USHER_SESSION_FILE belongs to \(exported.endpoint)",
        hint: "if that is meant, say --endpoint \(exported.endpoint)")
    }
    return NamedProfile(name: ProfileName.unnamed, settings: settings, source: .sessionFile)
  }

  private func place(
    _ named: NamedEndpoint?, _ profile: NamedProfile?
  ) throws(Diagnosis) -> Endpoint {
    if let named { return try Self.endpoint(named) }
    return try profile.map { profile throws(Diagnosis) in try Self.endpoint(profile) } ?? .embedded
  }

  private static func endpoint(_ profile: NamedProfile) throws(Diagnosis) -> Endpoint {
    guard let word = profile.settings.endpointWord else {
      throw Diagnosis(
        "usher/no-endpoint", .config, "the profile \(profile.name) names no endpoint",
        hint: "name one: usher profile set endpoint production -p \(profile.name)")
    }
    return try endpoint(word, "the endpoint of the profile \(profile.name)", .config)
  }

  private static func endpoint(_ named: NamedEndpoint) throws(Diagnosis) -> Endpoint {
    try endpoint(named.word, named.source.rawValue, named.source == .option ? .usage : .config)
  }

  /// - Parameter name: What the word was given by.
  static func endpoint(_ word: String, _ name: String, _ exit: ExitCode) throws(Diagnosis) -> Endpoint {
    switch word {
    case "local": return .embedded
    case "production": return .production
    default:
      guard let origin = Origin(word) else {
        throw Diagnosis(
          "usher/bad-endpoint", exit, "\(name) is not local, production or a server's URL",
          hint: "a URL is scheme, host and port, like http://127.0.0.1:9099")
      }
      return .emulator(origin: origin.description)
    }
  }
}

// MARK: - What belongs to it

extension DestinationChoice {
  /// A variable, unless the profile was chosen by an option: then that is the stronger word.
  private func variable(_ name: String) -> String? {
    options.profile == nil ? environment[name] : nil
  }

  private func project(
    _ settings: ProfileSettings, _ endpoint: Endpoint, _ profile: NamedProfile?
  ) throws(Diagnosis) -> String {
    let named = options.project ?? variable("USHER_PROJECT") ?? settings.projectID
    guard let project = named ?? (endpoint.isLocal ? Destination.demoProject : nil) else {
      throw Diagnosis(
        "usher/no-project", .config, "no project is named for \(profile?.name ?? endpoint.word)",
        hint: "name it with --project or USHER_PROJECT")
    }
    if endpoint == .embedded, !project.hasPrefix("demo-") {
      throw Diagnosis(
        "usher/not-a-demo-project", .config,
        "the embedded server has only projects whose id starts with demo-",
        hint: "use --project demo-\(project), or name the project's own endpoint")
    }
    return project
  }

  private func apiKey(_ settings: ProfileSettings, _ endpoint: Endpoint) throws(Diagnosis) -> String {
    let named = variable("USHER_API_KEY") ?? settings.apiKey
    guard let key = named ?? (endpoint.isLocal ? Destination.placeholderKey : nil) else {
      throw Diagnosis(
        "usher/no-api-key", .config, "no API key is set for \(endpoint.word)",
        hint:
          "usher init takes it from the app's configuration file; or set USHER_API_KEY, from the console's Project settings > General"
      )
    }
    return key
  }

  private func refuseAccident(_ source: Source, _ endpoint: Endpoint) throws(Diagnosis) {
    if source == .nothing, let project = options.project ?? environment["USHER_PROJECT"] {
      throw Diagnosis(
        "usher/project-alone", .config, "project \(project) is named, but not where it is",
        hint: "set USHER_API_KEY for the real project, or say --endpoint local")
    }
    let isNamed = ![.nothing, .sessionFile, .folderProfile, .selectedProfile].contains(source)
    if endpoint == .embedded, environment.isCI, !isNamed {
      throw Diagnosis(
        "usher/no-endpoint-in-ci", .config, "CI is set and no endpoint is named",
        hint: "say --endpoint local or set USHER_ENDPOINT=local if the embedded server is meant")
    }
  }
}

// MARK: - What people are told

extension DestinationChoice {
  private func notices(_ destination: Destination, _ profile: NamedProfile?) -> [String] {
    var notices = lostEndpoints(destination) + lostProfiles(destination, profile)
    if case .emulator(let address) = destination.endpoint, let origin = Origin(address),
      origin.scheme == .http, !origin.isLoopback
    {
      notices.append("\(address) is plain http: anybody on the way can read the tokens")
    }
    return notices
  }

  private func lostEndpoints(_ destination: Destination) -> [String] {
    endpointChoices.compactMap { source, word in
      // A key alone says little, unless it had to name production.
      guard let word, source != destination.source, word != destination.name,
        source != .apiKey || destination.source == .emulatorHost
      else { return nil }
      return "\(source.rawValue) is set, but \(destination.source.rawValue) decides"
    }
  }

  private func lostProfiles(_ destination: Destination, _ profile: NamedProfile?) -> [String] {
    var notices: [String] = []
    if let name = environment["USHER_PROFILE"], profile?.name != name {
      notices.append("USHER_PROFILE is set, but \(destination.source.rawValue) decides")
    }
    if let profile, profile.source == .profileOption {
      let lost = [
        ("USHER_PROJECT", destination.project), ("USHER_API_KEY", destination.apiKey),
        ("USHER_TENANT", destination.tenant ?? ""),
      ]
      for (name, value) in lost where environment[name] != nil && environment[name] != value {
        notices.append("\(name) is set, but --profile decides")
      }
    }
    // An emulator must not take a real project's place unseen.
    if destination.source == .emulatorHost, let standing = try? standingProfile() {
      notices.append("FIREBASE_AUTH_EMULATOR_HOST decides, not the profile \(standing.name)")
    }
    return notices
  }
}

extension Endpoint {
  /// A server on this machine, which needs no key and no project of its own.
  var isLocal: Bool {
    switch self {
    case .embedded: true
    case .production: false
    case .emulator(let address): Origin(address)?.isLoopback ?? false
    }
  }

  /// As `--endpoint` takes it.
  var word: String {
    switch self {
    case .embedded: "local"
    case .production: "production"
    case .emulator(let origin): origin
    }
  }
}
