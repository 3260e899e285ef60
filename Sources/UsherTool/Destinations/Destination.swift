package import AuthClient
import CommandKit
package import Essentials
package import Flows
import HTTP

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

extension Endpoint {
  /// Reads `local`, `production` or a server's URL.
  ///
  /// - Parameters:
  ///   - name: The source of the word, for the message.
  ///   - code: The error code if the word is not valid.
  init(_ word: String, _ name: Text, _ code: UsherErrorCode) throws(Diagnosis) {
    switch word {
    case "local": self = .embedded
    case "production": self = .production
    default:
      guard let origin = Origin(word) ?? Self.thisMachine(word) else {
        throw Diagnosis(
          code, "\(name) must be local, production or a server's URL",
          hint: "write a URL as scheme, host and port, as in http://127.0.0.1:9099")
      }
      self = .emulator(origin: origin.description)
    }
  }

  /// Returns the origin of a loopback host and port without a scheme, as in `FIREBASE_AUTH_EMULATOR_HOST`.
  private static func thisMachine(_ word: String) -> Origin? {
    Origin("http://" + word).flatMap { $0.isLoopback && $0.port != nil ? $0 : nil }
  }

  /// The word for `--endpoint`.
  var word: String {
    switch self {
    case .embedded: "local"
    case .production: "production"
    case .emulator(let origin): origin
    }
  }

  /// Whether this is a server on this machine, where key and project are optional.
  var isLocal: Bool {
    switch self {
    case .embedded: true
    case .production: false
    case .emulator(let address): Origin(address)?.isLoopback ?? false
    }
  }
}

extension Diagnosis {
  /// The diagnosis of a run that went to `destination`: what is wrong there, and what to do about it there.
  func told(at destination: Destination?) -> Diagnosis {
    var diagnosis = self
    diagnosis.hint = hint(at: destination)
    if case .emulator(let address)? = destination?.endpoint, message == HTTPError.connectionRefused.sentence {
      diagnosis.message = "no server answers at \(address)"
    }
    return diagnosis
  }

  /// Returns the hint for `destination`, with the address of the console page that it names.
  private func hint(at destination: Destination?) -> Hint? {
    guard let destination else { return hint }
    if maySpeakTLS, destination.name.hasPrefix("http://") {
      let advice = Hint("use the address for TLS", copying: "https://" + destination.name.dropFirst(7))
      return hint.map { advice.then($0) } ?? advice
    }
    guard let page else { return hint }
    if destination.endpoint == .production {
      let hint = hint.map { $0.adding(address: page.address(project: destination.project)) }
      guard page.isMendedByItsCommand else { return hint }
      let command = page.command?.called("or, with an administrator's credential")
      return command.flatMap { hint?.then($0) } ?? hint
    }
    return destination.endpoint.isLocal ? page.command ?? hint : hint
  }
}

extension SignedIn {
  /// Returns the message about a sign-in at `destination`.
  func sentence(at destination: Destination) -> Text {
    let place = Text("(uid \(session.uid), \(destination.spokenName))")
    return replaced.map { "\(done) \(place), instead of \($0.title)." } ?? Text("\(done) \(place).")
  }

  private var done: Text {
    let name = session.title
    return switch purpose {
    case .signIn: "Signed in as \(name)"
    case .link:
      provider.map { "Linked \(Diagnosis.spoken(provider: $0)) to \(name)" }
        ?? "Linked a sign-in provider to \(name)"
    case .update: "Changed the number to \(name)"
    case .reauthenticate: "Re-authenticated as \(name)"
    }
  }
}
