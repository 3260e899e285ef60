import AuthClient
import CommandKit
import Essentials
import HTTP

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
