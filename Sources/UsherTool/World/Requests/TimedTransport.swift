import HTTP
import Synchronization

/// Sends requests within the machine's time: none gets more than is left, and none is begun when nothing is.
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
      // libcurl's clock is not this one to the millisecond.
      guard uptime() - start > left - .milliseconds(100) else { throw error }
      // What was left of the time is no time that anybody gave.
      switch error {
      case .timedOut: throw outOfTime(isSent: true)
      case .proxyFailed: throw outOfTime(isSent: false)
      case .sentInPart(let sent, let size, _): throw .sentInPart(sent: sent, of: size, seconds: seconds)
      default: throw error
      }
    }
  }

  /// All the time there was.
  private var seconds: Int { Int(time.limit.seconds.rounded(.up)) }

  private func outOfTime(isSent: Bool) -> HTTPError {
    .outOfTime(seconds: seconds, isSent: isSent)
  }

  /// The one there is, as it keeps its connection; another once that one would wait too long.
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
