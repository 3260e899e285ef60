package import Essentials
package import HTTP
private import LibC

extension HTTPListener {
  package struct Configuration: Sendable {
    /// The IP address to listen on.
    package var host = "127.0.0.1"
    /// 0 is any free port.
    package var port: UInt16 = 0
    /// A socket that listens already, in the place of one at `host` and `port`; it is closed at the end.
    package var socket: Int32?
    /// What requests may be addressed to, besides `localhost`, private IP addresses and the one listened on.
    /// `*.example.org` stands for every name below example.org.
    package var allowedHosts: [String] = []
    /// Whether requests may be addressed to names that only a private network resolves.
    package var trustsNetwork = false
    /// Which IP addresses may connect; nil for any.
    package var admits: (@Sendable (_ address: String) -> Bool)?
    /// Proxies that are believed when they say where a request came from, and what it was addressed to.
    package var trustedProxies: [AddressRange] = []
    /// Told of the first that may not; the others are closed as silently.
    package var onFirstStranger: (@Sendable (_ address: String) -> Void)?
    /// What to show to peers that are spoken to over TLS; nil for none of that.
    package var identity: TLSIdentity?

    /// The largest body accepted, in bytes.
    package var bodyLimit = 64 << 10
    /// How many bytes the larger bodies that a handler accepts may have together; one alone may have more.
    package var largeBodiesLimit = 64 << 20
    /// The largest head accepted, in bytes.
    package var headLimit = 16 << 10
    /// The most connections at once, as far as the system allows that many open files. Some of them are kept
    /// for newcomers.
    package var connectionLimit = 2048

    /// Whether the process's signals may interrupt its threads. Where the listener is a part of another
    /// program, they belong to that program's threads.
    package var takesSignals = true

    /// How long a head may take to come in.
    package var headDeadline: Duration = .seconds(5)
    /// How long a body that comes in, and an answer that is taken, may stand still, or stay behind `slowestRate`.
    package var bodyDeadline: Duration = .seconds(10)
    /// How many bytes a second of a body, or of an answer, go on for as long as it takes.
    package var slowestRate = 16 << 10
    /// How long a connection stays open between requests.
    package var idleDeadline: Duration = .seconds(60)
    /// How long stopping waits for running requests.
    package var stopDeadline: Duration = .seconds(10)

    /// Told of each answer to a request that the handler does not get to see.
    package var refused: @Sendable (HTTPResponse) -> Void = { _ in }

    /// What the deadlines are measured with.
    package var now: @Sendable () -> ContinuousClock.Instant = { .now }
    /// The time that answers bear.
    package var date: @Sendable () -> Date = { Date(timeIntervalSince1970: Double(time(nil))) }

    package init() {}
  }
}
