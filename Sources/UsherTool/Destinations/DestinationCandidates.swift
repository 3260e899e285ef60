import AuthClient
import CommandKit
import Essentials
import Flows
import HTTP

/// The sources that can name a destination, in order of precedence.
struct DestinationCandidates {
  let options: GlobalOptions
  let environment: Environment
  /// Called only if a candidate needs it, like the next two.
  let state: () throws(Diagnosis) -> SavedState
  let folderProfile: () throws(Diagnosis) -> FolderProfile?
  let exportedSession: () throws(Diagnosis) -> ExportedSession?

  typealias Source = Destination.Source

  /// Returns the candidate that decides: the first one that is set.
  func first() throws(Diagnosis) -> DestinationCandidate {
    for source in Source.allCases {
      if let place = try place(namedBy: source) { return DestinationCandidate(source, place) }
    }
    // No configuration at all means the embedded server.
    return DestinationCandidate(.nothing, .endpoint("local"))
  }

  /// Returns the destination that `source` names; nil if it is not set.
  func place(namedBy source: Source) throws(Diagnosis) -> DestinationCandidate.Named? {
    switch source {
    case .option: options.endpoint.map { .endpoint($0) }
    case .usherEndpoint: environment["USHER_ENDPOINT"].map { .endpoint($0) }
    case .emulatorHost: environment["FIREBASE_AUTH_EMULATOR_HOST"].map { .endpoint("http://" + $0) }
    case .apiKey: environment["USHER_API_KEY"].map { _ in .endpoint("production") }
    case .profileOption, .usherProfile, .sessionFile, .folderProfile, .selectedProfile:
      try profile(namedBy: source).map { .profile($0) }
    case .nothing: nil
    }
  }

  /// Returns the profile that `source` names; nil if it names none.
  func profile(namedBy source: Source) throws(Diagnosis) -> NamedProfile? {
    switch source {
    case .profileOption: try profile(called: options.profile, source)
    case .usherProfile: try profile(called: environment["USHER_PROFILE"], source)
    case .sessionFile: try profileOfSessionFile()
    case .folderProfile: try profileOfFolder()
    case .selectedProfile: try profile(called: try state().selectedProfile, source)
    case .option, .usherEndpoint, .emulatorHost, .apiKey, .nothing: nil
    }
  }

  /// Returns the profile that is set for longer than this run: the folder's, or the selected one.
  func standingProfile() throws(Diagnosis) -> NamedProfile? {
    try firstProfile(of: [.folderProfile, .selectedProfile])
  }

  private func firstProfile(of sources: [Source]) throws(Diagnosis) -> NamedProfile? {
    for source in sources {
      if let profile = try profile(namedBy: source) { return profile }
    }
    return nil
  }

  private func profile(called name: String?, _ source: Source) throws(Diagnosis) -> NamedProfile? {
    guard let name else { return nil }
    return try .find(name, in: try state(), source: source)
  }

  private func profileOfFolder() throws(Diagnosis) -> NamedProfile? {
    guard let folder = try folderProfile() else { return nil }
    return try .find(folder.name, in: try state(), source: .folderProfile, file: folder.path)
  }

  /// Returns a profile for the destination of the session in `USHER_SESSION_FILE`.
  private func profileOfSessionFile() throws(Diagnosis) -> NamedProfile? {
    guard options.session == nil, let exported = try exportedSession() else { return nil }
    var settings = exported.app ?? ProfileSettings()
    settings.endpoint = exported.endpoint
    settings.projectID = exported.project
    settings.tenant = exported.tenant
    try AccidentRules.refuseStranger(exported.endpoint)
    return NamedProfile(name: ProfileName.unnamed, settings: settings, source: .sessionFile)
  }
}

// MARK: - Profiles for endpoints

extension DestinationCandidates {
  /// Returns the profile whose settings go with `candidate`; nil if there is none.
  ///
  /// An endpoint goes with a profile from the same kind of source: both options or both variables. The profile may have
  /// another endpoint. If there is none, the endpoint goes with the profile in use, if that has the same endpoint.
  func profile(of candidate: DestinationCandidate) throws(Diagnosis) -> NamedProfile? {
    let partner: Source
    switch (candidate.place, candidate.source) {
    case (.profile(let profile), _): return profile
    case (.endpoint, .option): partner = .profileOption
    case (.endpoint, .usherEndpoint): partner = .usherProfile
    case (.endpoint, _): return nil
    }
    if let profile = try profile(namedBy: partner) { return profile }
    return try profileInUse(leadingWhere: candidate)
  }

  /// Returns the profile that a run without an endpoint uses, if it has the same endpoint and the named project.
  private func profileInUse(
    leadingWhere candidate: DestinationCandidate
  ) throws(Diagnosis) -> NamedProfile? {
    // A key in a variable needs no profile, and neither does the embedded server.
    guard environment["USHER_API_KEY"] == nil, candidate.place != .endpoint("local"),
      let profile = try? firstProfile(of: [.usherProfile, .folderProfile, .selectedProfile]),
      let endpoint = try? profile.endpoint(),
      try candidate.endpoint() == endpoint,
      [nil, profile.settings.projectID].contains(options.project ?? environment["USHER_PROJECT"])
    else { return nil }
    return profile
  }
}

/// A source that is set and names a destination.
struct DestinationCandidate {
  let source: Destination.Source
  let place: Named

  enum Named: Equatable {
    /// `local`, `production` or a URL, not yet checked.
    case endpoint(String)
    case profile(NamedProfile)
  }

  init(_ source: Destination.Source, _ place: Named) {
    self.source = source
    self.place = place
  }

  /// - Throws: A diagnosis if the name is not valid.
  func endpoint() throws(Diagnosis) -> Endpoint {
    switch place {
    case .endpoint(let word):
      try Endpoint(word, Text(verbatim: source.rawValue), source == .option ? .badEndpoint : .badVariable)
    case .profile(let profile): try profile.endpoint()
    }
  }
}

/// A profile that a source names for a run.
struct NamedProfile: Equatable, Sendable {
  var name: String
  var settings: ProfileSettings
  var source: Destination.Source

  /// Returns the profile called `name`; throws if it does not exist.
  /// - Parameter file: The path of the file that named it, if any.
  static func find(
    _ name: String, in state: SavedState, source: Destination.Source, file: String? = nil
  ) throws(Diagnosis) -> NamedProfile {
    if name == ProfileName.local {
      return NamedProfile(name: name, settings: .local, source: source)
    }
    guard let profile = state.profiles[try ProfileName.check(name)] else {
      throw ProfileName.unknown(name, namedBy: file ?? source.rawValue)
    }
    return NamedProfile(name: name, settings: profile.settings, source: source)
  }

  /// Returns the endpoint that the profile sets.
  func endpoint() throws(Diagnosis) -> Endpoint {
    guard let word = settings.endpointWord else {
      throw Diagnosis(
        .noEndpoint, "the profile \(name) names no endpoint",
        hint: Hint("for the real project", ["usher", "profile", "set", "endpoint", "production", "-p", name]))
    }
    return try Endpoint(word, "the endpoint of the profile \(name)", .badConfig)
  }
}
