/// Whose tokens a verifier takes, and from where it gets their keys.
///
/// Exactly one: a verifier that takes an emulator's unsigned tokens has no keys and takes no others.
public enum TokenIssuer: Sendable, Equatable {
  /// Google's service: the keys come from `www.googleapis.com`.
  case google
  /// A local server that signs its tokens and publishes the keys, as `usher serve --policy strict` does.
  ///
  /// `origin` is scheme, host and port, `http://127.0.0.1:9099`. Whoever can change what it answers decides which
  /// tokens are good, so HTTP without TLS is for a network that is trusted.
  case localServer(origin: String)
  /// An emulator, whose tokens are not signed (`alg: none`).
  ///
  /// Anybody can write such a token: for tests and development, never where real accounts are.
  case emulator(host: String, port: Int)
}

extension TokenIssuer {
  /// The origin under which `host`, one of the service's, is asked, and what its paths begin with there.
  func place(of host: String) -> (origin: String, prefix: String) {
    switch self {
    case .google: ("https://" + host, "/")
    case .localServer(let origin):
      (origin.hasSuffix("/") ? String(origin.dropLast()) : origin, "/" + host + "/")
    case .emulator(let name, let port):
      // An IPv6 literal needs brackets.
      (
        "http://" + (name.contains(":") && !name.hasPrefix("[") ? "[\(name)]" : name) + ":\(port)",
        "/\(host)/"
      )
    }
  }
}
