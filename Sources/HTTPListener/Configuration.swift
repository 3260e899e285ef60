package import Essentials
package import HTTP
private import LibC

extension HTTPListener {
  package struct Configuration: Sendable {
    /// The IP address to listen on.
    package var host = "127.0.0.1"
    /// The port.
    ///
    /// 0 means any free port.
    package var port: UInt16 = 0
    /// A listening socket to use in place of `host` and `port`.
    ///
    /// It is closed at the end.
    package var socket: Int32?
    /// The names that requests may be addressed to, in addition to `localhost`, private IP addresses and `host`.
    ///
    /// `*.example.org` means every name below example.org.
    package var allowedHosts: [String] = []
    /// Whether requests may be addressed to names that only a private network resolves.
    package var trustsNetwork = false
    /// Returns whether an IP address may connect.
    ///
    /// Nil allows all addresses.
    package var admits: (@Sendable (_ address: String) -> Bool)?
    /// The proxies whose information about a request's origin and host is trusted.
    package var trustedProxies: [AddressRange] = []
    /// Called for the first refused address.
    ///
    /// Later ones are refused silently.
    package var onFirstStranger: (@Sendable (_ address: String) -> Void)?
    /// The certificate for TLS, or nil for plain HTTP.
    package var identity: TLSIdentity?

    /// The maximum body size in bytes.
    package var bodyLimit = 64 << 10
    /// The maximum total size in bytes of the larger bodies that a handler accepts.
    ///
    /// A single body may be larger.
    package var largeBodiesLimit = 64 << 20
    /// The maximum head size in bytes.
    package var headLimit = 16 << 10
    /// The maximum number of connections, if the system allows that many open files.
    ///
    /// Some of them are reserved for new connections.
    package var connectionLimit = 2048

    /// Whether the process's signals may interrupt the listener's threads.
    ///
    /// If the listener is part of another program, signals belong to that program's threads.
    package var takesSignals = true

    /// How long a head may take to arrive.
    package var headDeadline: Duration = .seconds(5)
    /// How long a body or an answer may make no progress, or be slower than `slowestRate`.
    package var bodyDeadline: Duration = .seconds(20)
    /// The rate in bytes per second at which a body or an answer may take as long as it needs.
    ///
    /// This and `bodyDeadline` are the defaults of Apache's `RequestReadTimeout` for bodies.
    package var slowestRate = 500
    /// How long a connection stays open between requests.
    package var idleDeadline: Duration = .seconds(60)
    /// How long stopping waits for running requests.
    package var stopDeadline: Duration = .seconds(10)

    /// Called for each answer to a request that the handler does not receive.
    package var refused: @Sendable (HTTPResponse) -> Void = { _ in }

    /// Returns the time for deadlines.
    package var now: @Sendable () -> ContinuousClock.Instant = { .now }
    /// Returns the time for the `Date` field of answers.
    package var date: @Sendable () -> Date = { Date(timeIntervalSince1970: Double(time(nil))) }

    package init() {}
  }
}
