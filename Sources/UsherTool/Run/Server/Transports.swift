import AuthServer
import Essentials
import HTTP
import TerminalIO

/// Ways to servers, by this run's settings and within its time.
final class Transports {
  private let settings: RunSettings
  private let machineTime: MachineTime
  private let network: @Sendable (NetworkSettings) -> any HTTPTransport
  private let uptime: @Sendable () -> Duration
  private let errors: FileOutput
  private let catalog: Catalog

  init(_ world: World, _ settings: RunSettings, _ machineTime: MachineTime) {
    self.settings = settings
    self.machineTime = machineTime
    network = world.network
    uptime = world.uptime
    errors = world.standardError
    catalog = world.catalog
  }

  /// A way to servers that have an address.
  /// - Parameter deadline: for one request and its answer; nil is the usual one.
  func remote(within deadline: Duration? = nil) -> any HTTPTransport {
    shown(
      spinning(
        TimedTransport(
          time: machineTime, uptime: uptime, settings: settings.network(within: deadline), network: network)))
  }

  /// A way to endpoints of access tokens. Its requests are never shown, because any part of them can be a secret.
  func hidden() -> any HTTPTransport {
    spinning(
      TimedTransport(time: machineTime, uptime: uptime, settings: settings.network(), network: network))
  }

  /// A way to a server of this machine, for a question that the command can do without: soon given up.
  func probe() -> any HTTPTransport {
    shown(
      TimedTransport(
        time: machineTime, uptime: uptime,
        settings: settings.network(within: min(.seconds(1), machineTime.left / 2)), network: network))
  }

  /// `transport`, which shows that it takes its time where a person watches.
  private func spinning(_ transport: any HTTPTransport) -> any HTTPTransport {
    guard settings.showsProgress(on: errors) else { return transport }
    return SpinningTransport(
      transport: transport, spinner: Spinner(on: errors, saying: SafeText.line(Text("Waiting").in(catalog))))
  }

  /// `transport`, which shows what it carries where that was asked for.
  func shown(_ transport: any HTTPTransport) -> any HTTPTransport {
    let showsAnswers = settings.options.debug || settings.environment["USHER_DEBUG"] != nil
    guard settings.options.showsRequests || showsAnswers else { return transport }
    return ShowingTransport(
      transport: transport, showsAnswers: showsAnswers, uptime: uptime,
      show: { [errors] line in try? errors.write(SafeText.line(line) + "\n") })
  }
}

/// A transport that shows a spinner at the terminal during slow requests.
struct SpinningTransport: HTTPTransport {
  let transport: any HTTPTransport
  let spinner: Spinner

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    try spinner.turn { () throws(HTTPError) in try transport.send(request) }
  }
}

// Whom a local server of this process asks itself.

extension World {
  /// Reaches the functions that a local server asks before sign-ins.
  var functions: @Sendable (Policy) -> any HTTPTransport {
    { [network] policy in
      let transport = network(NetworkSettings(deadline: .seconds(policy.functionTimeout), proxy: ""))
      return policy.functionsAnywhere ? transport : PrivateTransport(transport: transport)
    }
  }

  /// Reaches the identity providers that a local server asks itself.
  var identityProviders: @Sendable () -> any HTTPTransport {
    { [network] in network(NetworkSettings(deadline: .seconds(10))) }
  }
}
