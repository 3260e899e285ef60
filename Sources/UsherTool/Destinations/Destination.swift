package import AuthClient
package import Essentials
package import Flows

/// The server and project that a command talks to; sessions and tokens are bound to them.
package struct Destination: Sendable, Equatable {
  /// The profile's name: `local` for the embedded server, `default` if options and variables name the server.
  package var profile: String
  package var endpoint: Endpoint
  package var project: String
  package var apiKey: String
  package var tenant: String?
  /// The profile's settings, if they are for this endpoint; otherwise empty.
  package var settings = ProfileSettings()
  /// The named profile, if its settings are for another endpoint.
  var profileElsewhere: NamedProfile?
  /// What decided the destination: an option, a variable, a file, a profile, or nothing.
  package var source: Source

  /// The sources in order of precedence: the first one that is set decides.
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

    /// Whether the user named the destination for this run, by an option or one of usher's variables.
    var isExplicit: Bool {
      switch self {
      case .option, .profileOption, .usherEndpoint, .usherProfile, .apiKey: true
      case .emulatorHost, .sessionFile, .folderProfile, .selectedProfile, .nothing: false
      }
    }

    /// An explanation for people, in parentheses.
    var explanation: Text {
      switch self {
      case .nothing: "by default"
      case .selectedProfile: "the selected profile"
      default: "named by \(rawValue)"
      }
    }
  }

  /// The default project of a local server.
  static let demoProject = "demo-usher"
  /// The API key that Firebase's emulator writes into its links, whatever the key of the request.
  static let placeholderKey = "fake-api-key"

  /// `local`, `production`, or the server's address.
  package var name: String { endpoint.word }

  /// The key under which sessions and pending steps are saved.
  var binding: Binding {
    Binding(profile: profile, endpoint: name, project: project, tenant: tenant)
  }

  package var isEmbedded: Bool { endpoint == .embedded }

  /// Whether nothing names a destination, so that the command uses the embedded server.
  package var isUnconfigured: Bool { source == .nothing }

  /// Whether the user named the destination for this run.
  package var isExplicit: Bool { source.isExplicit }

  /// Whether links of this destination hold `key`.
  func writesLinks(with key: String) -> Bool {
    key == apiKey || endpoint != .production && key == Self.placeholderKey
  }

  /// The server's name in sentences: "local server", "production" or the address.
  package var spokenName: Text { isEmbedded ? "local server" : Text(verbatim: name) }

  /// The server's name after an article: "local server", or "server at" and the address.
  package var spokenServer: Text { isEmbedded ? spokenName : "server at \(name)" }
}
