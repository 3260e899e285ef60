import CommandKit
import Essentials
import HTTP

/// A host that may have the user's token.
struct CredentialHost: ArgumentValue, Equatable {
  private let origin: Origin

  init(argument: String) throws(InvalidValue) {
    guard !argument.hasSuffix("/"), let origin = Origin("https://" + argument) else {
      throw InvalidValue("must be a host, such as api.example.com or localhost:5000")
    }
    self.origin = origin
  }

  /// Host and port, as typed but for the case.
  var text: String { origin.authority }

  /// Whether `other` is this host, where nobody on the way can read the token.
  func isHost(of other: Origin) -> Bool {
    guard other.scheme == .https || other.isLoopback else { return false }
    let usual = other.scheme == .https ? 443 : 80
    return other.host == origin.host && (other.port ?? usual) == (origin.port ?? usual)
  }
}
