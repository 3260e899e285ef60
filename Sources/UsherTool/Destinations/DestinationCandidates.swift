import AuthClient
import Flows
import HTTP

/// What can say where a command goes: the sources of destinations in their order.
struct DestinationCandidates {
  let options: GlobalOptions
  let environment: Environment
  /// This and the next are asked for only where they may decide.
  let state: () throws(Diagnosis) -> SavedState
  let folderProfile: () throws(Diagnosis) -> FolderProfile?
  let exportedSession: () throws(Diagnosis) -> ExportedSession?

  typealias Source = Destination.Source

  /// The one that decides: the first that is there.
  func first() throws(Diagnosis) -> DestinationCandidate {
    for source in Source.allCases {
      if let place = try place(namedBy: source) { return DestinationCandidate(source, place) }
    }
    // No configuration at all means the embedded server.
    return DestinationCandidate(.nothing, .endpoint("local"))
  }

  /// What `source` says; nil where it is not there.
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

  /// The profile that `source` names; nil where it is not there, or names none.
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

  /// The profile of those that nobody named for this run: the folder's, or the selected one.
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

  /// The place that the session in `USHER_SESSION_FILE` belongs to.
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

// MARK: - What goes with an endpoint

extension DestinationCandidates {
  /// The profile whose settings belong to what `candidate` names; nil where there is none.
  ///
  /// An endpoint goes with the profile that is named as it is, by an option or by a variable, wherever that
  /// leads. Without one, whoever says `--endpoint production` means the profile in use if it leads there.
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

  /// The profile that a run without an endpoint would use, if it leads where `candidate` does and has the
  /// project that is named.
  private func profileInUse(
    leadingWhere candidate: DestinationCandidate
  ) throws(Diagnosis) -> NamedProfile? {
    // A key in a variable makes a place of its own, and so does the embedded server.
    guard environment["USHER_API_KEY"] == nil, candidate.place != .endpoint("local"),
      let profile = try? firstProfile(of: [.usherProfile, .folderProfile, .selectedProfile]),
      let endpoint = try? profile.endpoint(),
      try candidate.endpoint() == endpoint,
      [nil, profile.settings.projectID].contains(options.project ?? environment["USHER_PROJECT"])
    else { return nil }
    return profile
  }
}
