public import Essentials

extension TokenVerifier {
  /// What a verifier goes by.
  public struct Options: Sendable {
    /// The project's id, `my-project`; not its number.
    public var projectID: String
    /// The tenants whose tokens are taken; by default only tokens of no tenant.
    public var tenants = AcceptedTenants.none
    /// Who issues the tokens.
    public var issuer = TokenIssuer.google
    /// The project's web API key, with which revocation is checked. The key must not be restricted to apps or web
    /// pages; a restriction to this server's addresses is fine. An emulator takes any, also none.
    public var apiKey: String?
    /// How far this machine's clock may be from the issuer's; 10 seconds, and at most a minute.
    ///
    /// Tokens are often sent within the second in which they are issued, to machines whose clocks are a moment
    /// behind. By as much a token is taken after it has expired.
    public var leeway: Duration = .seconds(10)
    /// How long a connection may take to be made, TLS included; held between a millisecond and 24 days, as
    /// ``requestTimeout`` is.
    public var connectTimeout: Duration = .seconds(5)
    /// How long a request may take from its start to the end of the answer.
    public var requestTimeout: Duration = .seconds(10)
    /// The path of a file of PEM certificates that servers must be signed by, in place of the system's.
    public var certificateAuthorities: String?
    /// The proxy for every host but loopback ones, `http://proxy.example:3128`; by default the environment's.
    public var proxy: String?
    /// The time of day; by default the system's. A test gives the clock that it moves.
    public var clock: @Sendable () -> Date = { Date() }

    /// - Parameter projectID: the project's id, `my-project`; not its number.
    public init(projectID: String) {
      self.projectID = projectID
    }
  }
}

/// Without what is secret in them, a proxy's password, also where they are dumped.
extension TokenVerifier.Options: CustomStringConvertible, CustomReflectable {
  /// The project alone.
  public var description: String { "the options of a verifier for the project \(projectID.debugDescription)" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension TokenVerifier.Options {
  /// In seconds.
  var allowedLeeway: Double {
    let (seconds, attoseconds) = min(max(leeway, .zero), .seconds(60)).components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
