package import AuthClient
package import Flows

/// Whom a command talks to, and for which project: what a session and its tokens are bound to.
package struct Destination: Sendable, Equatable {
  /// `local` for the embedded server, `default` for what options and variables name.
  package var profile: String
  package var endpoint: Endpoint
  package var project: String
  package var apiKey: String
  package var tenant: String?
  /// The profile's settings, as far as they are meant for this endpoint.
  package var settings = ProfileSettings()
  /// The profile that was named but whose own settings are not meant for this endpoint.
  var profileElsewhere: NamedProfile?
  /// What named it, for people who wonder: an option, a variable, a profile, or nothing.
  package var source: Source

  /// In the order in which they decide: the first that is there does.
  package enum Source: String, CaseIterable, Sendable {
    case option = "--endpoint"
    case profileOption = "--profile"
    case usherEndpoint = "USHER_ENDPOINT"
    case usherProfile = "USHER_PROFILE"
    case emulatorHost = "FIREBASE_AUTH_EMULATOR_HOST"
    case apiKey = "USHER_API_KEY"
    case sessionFile = "USHER_SESSION_FILE"
    case folderProfile = ".usher-profile"
    case selectedProfile = "selected"
    case nothing = "default"

    /// Whether this run's own words or variables name the place, on purpose.
    var isExplicit: Bool {
      switch self {
      case .option, .profileOption, .usherEndpoint, .usherProfile, .apiKey: true
      case .emulatorHost, .sessionFile, .folderProfile, .selectedProfile, .nothing: false
      }
    }

    /// For people, in parentheses.
    var explanation: String {
      switch self {
      case .nothing: "by default"
      case .selectedProfile: "the selected profile"
      default: "named by \(rawValue)"
      }
    }
  }

  /// The project of a local server that nobody named one for.
  static let demoProject = "demo-usher"
  /// Servers that are not Google's take any key.
  static let placeholderKey = "fake-api-key"

  /// `local`, `production`, or the server's address.
  package var name: String { endpoint.word }

  /// What sessions and pending steps of this place are saved under.
  var binding: Binding {
    Binding(profile: profile, endpoint: name, project: project, tenant: tenant)
  }

  package var isEmbedded: Bool { endpoint == .embedded }

  /// Nobody said where to go, so it is the embedded server.
  package var isUnconfigured: Bool { source == .nothing }

  /// This run's own words or variables say where it goes, on purpose.
  package var isExplicit: Bool { source.isExplicit }

  /// For sentences: "local server", "production", the address.
  package var spokenName: String { isEmbedded ? "local server" : name }

  /// For sentences about what runs there, after an article: "local server", "server at" the address.
  package var spokenServer: String { isEmbedded ? spokenName : "server at \(name)" }
}
