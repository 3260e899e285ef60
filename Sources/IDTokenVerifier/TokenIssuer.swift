import HTTP

/// The issuer whose tokens a verifier accepts, and the source of its keys.
///
/// A verifier has exactly one issuer. A verifier for an emulator has no keys and accepts only unsigned tokens.
public enum TokenIssuer: Sendable, Equatable {
  /// Google's service.
  ///
  /// The keys come from `www.googleapis.com`.
  case google
  /// A local server that signs its tokens and publishes the keys, such as `usher serve --policy strict`.
  ///
  /// `origin` is scheme, host and port: `http://127.0.0.1:9099`. Any other form throws
  /// ``TokenError/keysUnavailable(reason:)``. Anybody who can change the server's answers decides which tokens are
  /// valid. Use HTTP without TLS only in a network that you trust.
  case localServer(origin: String)
  /// An emulator, whose tokens are not signed (`alg: none`).
  ///
  /// Anybody can write such a token. Use this for tests and development only, never with real accounts. `host` is a
  /// name or an IP address, and is used only to check revocation. With an invalid one, that check throws
  /// ``TokenError/revocationUnavailable(reason:)``.
  case emulator(host: String, port: Int)

  /// Returns the origin and the path prefix under which the service's `host` is reached.
  ///
  /// Returns nil if the given address is not an origin.
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
