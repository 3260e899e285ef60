extension CurlTransport {
  package struct Configuration: Sendable {
    /// The time limit for making a connection, including TLS.
    package var connectDeadline: Duration = .seconds(5)
    /// The time limit for a request, from its start to the end of the answer.
    package var requestDeadline: Duration = .seconds(15)
    /// The maximum body size in bytes.
    package var bodyLimit = 1 << 20
    /// The maximum head size in bytes.
    package var headLimit = 64 << 10
    package var trust = Trust.system
    /// The proxy for all hosts except loopback ones.
    ///
    /// If nil, the environment decides, as in other tools.
    package var proxy: String?
    package var userAgent: String?
    /// Called while a request waits, at least once a second and after every signal.
    ///
    /// True ends the request.
    package var isInterrupted: @Sendable () -> Bool = { false }

    package init() {}
  }

  /// The certificate authorities to trust.
  package enum Trust: Sendable, Equatable {
    case system
    /// A file of PEM certificates.
    case file(String)
    /// A folder of PEM certificates with the names that `openssl rehash` creates.
    case folder(String)
  }
}
