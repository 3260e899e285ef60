import AuthClient
import Essentials
import Flows
import HTTP

/// The choice of a command's destination; the first candidate that is set decides.
struct DestinationChoice {
  private let candidates: DestinationCandidates
  private let options: GlobalOptions
  private let environment: Environment
  private let needsAPIKey: Bool
  private let servedProject: (Endpoint, _ profile: String) -> String?

  /// - Parameters:
  ///   - needsAPIKey: Whether requests to Google carry the project's API key.
  ///   - state: Returns the saved state. It and the next two are called only if a candidate needs them.
  ///   - servedProject: Returns the project of a server with an address, if no project is named.
  init(
    options: GlobalOptions, environment: Environment, needsAPIKey: Bool = true,
    state: @escaping () throws(Diagnosis) -> SavedState,
    folderProfile: @escaping () throws(Diagnosis) -> FolderProfile?,
    exportedSession: @escaping () throws(Diagnosis) -> ExportedSession?,
    servedProject: @escaping (Endpoint, _ profile: String) -> String?
  ) {
    candidates = DestinationCandidates(
      options: options, environment: environment, state: state, folderProfile: folderProfile,
      exportedSession: exportedSession)
    self.options = options
    self.environment = environment
    self.needsAPIKey = needsAPIKey
    self.servedProject = servedProject
  }

  /// - Returns: The destination, and messages about candidates that were ignored.
  func resolve() throws(Diagnosis) -> (destination: Destination, notices: [Text]) {
    let accidents = AccidentRules(options: options, environment: environment)
    try accidents.refuseEmptyValues()
    let candidate = try candidates.first()
    let profile = try candidates.profile(of: candidate)
    let endpoint = try candidate.endpoint()
    try accidents.refuseUnnamedPlace(endpoint, namedBy: candidate.source)

    var destination = Destination(
      profile: endpoint == .embedded ? ProfileName.local : ProfileName.unnamed, endpoint: endpoint,
      project: "", apiKey: "", source: candidate.source)
    // The key and the app's identity go only to the profile's own endpoint. The project can be used at another.
    let settings = profile?.settings ?? ProfileSettings()
    if let profile {
      if (try? profile.endpoint()) == endpoint {
        destination.settings = settings
      } else {
        destination.profileElsewhere = profile
      }
    }
    if let profile, profile.source != .sessionFile { destination.profile = profile.name }
    destination.project = try accidents.project(
      options.project ?? variable("USHER_PROJECT") ?? settings.projectID
        ?? served(at: endpoint, of: destination.profile), at: endpoint,
      of: profile?.name ?? endpoint.word)
    let key = variable("USHER_API_KEY") ?? destination.settings.apiKey
    destination.apiKey =
      needsAPIKey ? try accidents.apiKey(key, of: destination.project, at: endpoint) : key ?? ""
    destination.tenant = options.tenant ?? variable("USHER_TENANT") ?? settings.tenant
    let notices = DestinationNotices(
      candidates: candidates, environment: environment, destination: destination, profile: profile)
    return (destination, notices.all)
  }

  private func served(at endpoint: Endpoint, of profile: String) -> String? {
    guard case .emulator = endpoint else { return nil }
    return servedProject(endpoint, profile)
  }

  /// Returns a variable's value; nil if `--profile` is given, because the option overrides all these variables.
  private func variable(_ name: String) -> String? {
    options.profile == nil ? environment[name] : nil
  }
}

/// Messages about a destination: ignored candidates that name another one, and unencrypted connections.
struct DestinationNotices {
  let candidates: DestinationCandidates
  let environment: Environment
  let destination: Destination
  /// The profile that decided, or that goes with the endpoint.
  let profile: NamedProfile?

  var all: [Text] {
    let losers = Destination.Source.allCases.drop { $0 != destination.source }.dropFirst()
    return losers.compactMap(notice(of:)) + lostVariables + [plainHTTP].compactMap(\.self)
  }

  /// Returns nil if `source` is not set or would not change the destination.
  private func notice(of source: Destination.Source) -> Text? {
    let wouldChange =
      switch source {
      case .usherEndpoint, .emulatorHost: word(of: source).map { $0 != destination.name } ?? false
      case .usherProfile: environment["USHER_PROFILE"].map { $0 != profile?.name } ?? false
      // USHER_API_KEY means production, so it is worth a message only if the emulator's variable overrides it.
      case .apiKey: word(of: source) != nil && destination.source == .emulatorHost
      case .option, .profileOption, .sessionFile, .folderProfile, .selectedProfile, .nothing: false
      }
    return wouldChange ? "\(source.rawValue) is set, but \(destination.source.rawValue) decides" : nil
  }

  private func word(of source: Destination.Source) -> String? {
    guard case .endpoint(let word)? = try? candidates.place(namedBy: source) else { return nil }
    return word
  }

  private var lostVariables: [Text] {
    var notices: [Text] = []
    if profile?.source == .profileOption {
      let used = [
        ("USHER_PROJECT", destination.project), ("USHER_API_KEY", destination.apiKey),
        ("USHER_TENANT", destination.tenant ?? ""),
      ]
      for (name, value) in used where environment[name] != nil && environment[name] != value {
        notices.append("\(name) is set, but --profile decides")
      }
    }
    // Warn, because an emulator here replaces the profile's real project.
    if destination.source == .emulatorHost, let standing = try? candidates.standingProfile() {
      notices.append("commands go to FIREBASE_AUTH_EMULATOR_HOST, not to the profile \(standing.name)")
    }
    return notices
  }

  private var plainHTTP: Text? {
    guard case .emulator(let address) = destination.endpoint, let origin = Origin(address),
      origin.scheme == .http, !origin.isLoopback
    else { return nil }
    return "\(address) is plain http: others on the network can read the tokens"
  }
}
