public import Essentials

extension TokenVerifier {
  /// The settings of a verifier.
  public struct Options: Sendable {
    /// The project's ID, such as `my-project`.
    ///
    /// This is not the project number.
    public var projectID: String
    /// The tenants whose tokens are accepted.
    ///
    /// The default is only tokens without a tenant.
    public var tenants = AcceptedTenants.none
    /// The issuer of the tokens.
    public var issuer = TokenIssuer.google
    /// The project's web API key, needed to check revocation.
    ///
    /// The key must not be restricted to apps or web pages. A restriction to this server's IP addresses is fine. An
    /// emulator accepts any key, or none.
    public var apiKey: String?
    /// The allowed difference between this machine's clock and the issuer's: 10 seconds by default, a minute at most.
    ///
    /// Tokens often arrive within the second in which they are issued, at machines whose clocks are slightly behind. A
    /// token is also accepted for this long after it has expired.
    public var leeway: Duration = .seconds(10)
    /// The time limit for making a connection, including TLS.
    ///
    /// This limit and ``requestTimeout`` are held between a millisecond and 24 days.
    public var connectTimeout: Duration = .seconds(5)
    /// The time limit for a request, from its start to the end of the answer.
    public var requestTimeout: Duration = .seconds(10)
    /// The path of a PEM file with the certificate authorities to trust, instead of the system's.
    public var certificateAuthorities: String?
    /// The proxy for all hosts except loopback ones, such as `http://proxy.example:3128`.
    ///
    /// By default, the environment decides.
    public var proxy: String?
    /// Returns the current time; by default the system's.
    ///
    /// A test can set its own clock here.
    public var clock: @Sendable () -> Date = { Date() }

    /// - Parameter projectID: The project's ID, such as `my-project`. This is not the project number.
    public init(projectID: String) {
      self.projectID = projectID
    }
  }
}

/// Descriptions and dumps leave out secrets, such as a proxy's password.
extension TokenVerifier.Options: CustomStringConvertible, CustomReflectable {
  /// A description that names only the project.
  public var description: String { "the options of a verifier for the project \(projectID.debugDescription)" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension TokenVerifier.Options {
  var allowedLeeway: Double {
    let (seconds, attoseconds) = min(max(leeway, .zero), .seconds(60)).components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
