package import AuthClient
import HTTP

/// Whom a command talks to, and for which project: what a session and its tokens are bound to.
package struct Destination: Sendable, Equatable {
  /// `local` for the embedded server, `default` for what options and variables name.
  package var profile: String
  package var endpoint: Endpoint
  package var project: String
  package var apiKey: String
  package var tenant: String?
  /// What named it, for people who wonder: `--endpoint`, a variable, or nothing.
  package var source: Source

  package enum Source: String, Sendable {
    case option = "--endpoint"
    case usherEndpoint = "USHER_ENDPOINT"
    case emulatorHost = "FIREBASE_AUTH_EMULATOR_HOST"
    case apiKey = "USHER_API_KEY"
    case nothing = "default"
  }

  /// `local`, `production`, or the server's address.
  package var name: String {
    switch endpoint {
    case .embedded: "local"
    case .production: "production"
    case .emulator(let origin): origin
    }
  }

  package var isEmbedded: Bool { endpoint == .embedded }

  /// Nobody said where to go, so it is the embedded server.
  package var isUnconfigured: Bool { source == .nothing }

  /// For sentences: "local server", "production", the address.
  package var spokenName: String { isEmbedded ? "local server" : name }
}
