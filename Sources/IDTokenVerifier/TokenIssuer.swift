import HTTP

/// Whose tokens a verifier takes, and from where it gets their keys.
///
/// Exactly one: a verifier that takes an emulator's unsigned tokens has no keys and takes no others.
public enum TokenIssuer: Sendable, Equatable {
  /// Google's service: the keys come from `www.googleapis.com`.
  case google
  /// A local server that signs its tokens and publishes the keys, as `usher serve --policy strict` does.
  ///
  /// `origin` is scheme, host and port, `http://127.0.0.1:9099`; with any other ``TokenError/keysUnavailable(reason:)``
  /// is thrown. Whoever can change what it answers decides which
  /// tokens are good, so HTTP without TLS is for a network that is trusted.
  case localServer(origin: String)
  /// An emulator, whose tokens are not signed (`alg: none`).
  ///
  /// Anybody can write such a token: for tests and development, never where real accounts are. `host` is a name or an IP
  /// address, asked for revocation alone; with what is none ``TokenError/revocationUnavailable(reason:)`` is thrown.
  case emulator(host: String, port: Int)
}

extension TokenIssuer {
  /// The origin under which `host`, one of the service's, is asked, and what its paths begin with there; nil where what
  /// was given is no origin.
  func place(of host: String) -> (origin: Origin, prefix: String)? {
    let own: Origin?
    switch self {
    case .google: return Origin("https://" + host).map { ($0, "/") }
    case .localServer(let origin): own = Origin(origin)
    case .emulator(let host, let port): own = .plain(host: host, port: port)
    }
    return own.map { ($0, "/" + host + "/") }
  }
}
