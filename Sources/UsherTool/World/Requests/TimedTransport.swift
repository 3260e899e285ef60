import HTTP
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
