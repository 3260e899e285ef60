import AuthClient
import Essentials
import HTTP

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
