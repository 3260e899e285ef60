import Essentials
import HTTP
import HTTPListener
import Synchronization

/// A transport that keeps all requests of a command within its time limit.
///
/// Each request gets at most the time that is left. When no time is left, no request starts.
final class TimedTransport: HTTPTransport {
  private let time: MachineTime
  private let uptime: @Sendable () -> Duration
  private let settings: NetworkSettings
  private let network: @Sendable (NetworkSettings) -> any HTTPTransport
  private let current = Mutex<(deadline: Duration, transport: any HTTPTransport)?>(nil)

  init(
    time: MachineTime, uptime: @escaping @Sendable () -> Duration, settings: NetworkSettings,
    network: @escaping @Sendable (NetworkSettings) -> any HTTPTransport
  ) {
    self.time = time
    self.uptime = uptime
    self.settings = settings
    self.network = network
  }

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    let left = time.left
    guard left > .zero else { throw outOfTime(isSent: false) }
    let start = uptime()
    defer { time.spend(uptime() - start) }
    do throws(HTTPError) {
      return try transport(within: min(settings.deadline, left)).send(request)
    } catch {
      // libcurl's clock can differ from this one by some milliseconds.
      guard uptime() - start > left - .milliseconds(100) else { throw error }
      // Report the command's whole limit, because the user did not set the time that was left.
      switch error {
      case .timedOut: throw outOfTime(isSent: true)
      case .proxyFailed: throw outOfTime(isSent: false)
      case .sentInPart(let sent, let size, _): throw .sentInPart(sent: sent, of: size, seconds: seconds)
      default: throw error
      }
    }
  }

  /// The command's time limit in seconds, rounded up.
  private var seconds: Int { Int(time.limit.seconds.rounded(.up)) }

  private func outOfTime(isSent: Bool) -> HTTPError {
    .outOfTime(seconds: seconds, isSent: isSent)
  }

  /// Returns the transport in use, which keeps its connection; creates another if its deadline is too long.
  private func transport(within deadline: Duration) -> any HTTPTransport {
    current.withLock { current in
      if let current, current.deadline <= deadline { return current.transport }
      var settings = settings
      settings.deadline = deadline
      let transport = network(settings)
      current = (deadline, transport)
      return transport
    }
  }
}

/// The settings of connections to servers that have an address.
package struct NetworkSettings: Sendable, Equatable {
  /// The time limit of one request.
  package var deadline: Duration
  /// A file with the CA certificates to trust instead of the system's.
  package var caFile: String?
  /// The proxy to use instead of the environment's; never used for loopback.
  package var proxy: String?
}

/// A transport that sends only to this machine and to private networks.
struct PrivateTransport: HTTPTransport {
  let transport: any HTTPTransport

  /// The names for the host machine inside containers.
  private static let hosts: Set = ["host.docker.internal", "host.containers.internal"]

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    guard let origin = Origin(request.origin), Self.isNear(origin) else { throw .badAddress(request.origin) }
    return try transport.send(request)
  }

  /// Returns whether the origin is on this machine or in a private network.
  ///
  /// A name without a dot counts, because only a private network resolves it.
  private static func isNear(_ origin: Origin) -> Bool {
    let host = origin.host
    // A host that is only a number is an address. Clouds publish machine secrets at link-local addresses.
    let isName = host.first?.isLetter == true && !host.contains(".") && !host.contains(":")
    let isLinkLocal =
      host.hasPrefix("169.254.") || host.asciiLowercased().hasPrefix("fe80:") || host == "fd00:ec2::254"
    return origin.isLoopback
      || !isLinkLocal && (PrivateAddress.contains(host) || hosts.contains(host) || isName)
  }
}
