extension CurlTransport {
  package struct Configuration: Sendable {
    /// How long a connection may take to be made, TLS included.
    package var connectDeadline: Duration = .seconds(5)
    /// How long a request may take from its start to the end of the answer.
    package var requestDeadline: Duration = .seconds(15)
    /// The largest body accepted, in bytes.
    package var bodyLimit = 1 << 20
    /// The largest head accepted, in bytes.
    package var headLimit = 64 << 10
    package var trust = Trust.system
    /// The proxy for every host but loopback ones; nil asks the environment, as other tools do.
    package var proxy: String?
    package var userAgent: String?
    /// Asked while a request waits, at least once a second and after every signal; true ends the request.
    package var isInterrupted: @Sendable () -> Bool = { false }

    package init() {}
  }

  /// The certificate authorities that servers must be signed by.
  package enum Trust: Sendable, Equatable {
    case system
    /// A file of PEM certificates.
    case file(String)
    /// A folder of PEM certificates under the names that `openssl rehash` gives.
    case folder(String)
  }
}
