package import Crypto
package import Essentials
package import HTTP
package import TerminalIO

/// What is given to a run, by the system or by whoever tries the tool: clock, random source, files, terminal, network.
package final class World {
  let environment: Environment
  let terminal: any Terminal
  let standardOutput: FileOutput
  let standardError: FileOutput
  let standardInput: FileInput
  let now: @Sendable () -> Date
  let random: RandomSource
  /// A clock that nobody sets, for how long things take.
  let uptime: @Sendable () -> Duration
  /// The folder that the tool was started in.
  let currentFolder: String
  /// Waits; a signal ends the wait early.
  let pause: @Sendable (Duration) -> Void
  /// The signal that asked this process to end, once there is one.
  let interruption: @Sendable () -> Int32?
  /// Goes on as if no signal had come.
  let forgetInterruption: @Sendable () -> Void
  /// A way to servers that have an address.
  let network: @Sendable (NetworkSettings) -> any HTTPTransport
  /// The file that says which system this is.
  private let osRelease: String
  let build: Release.Build

  package init(
    environment: Environment, terminal: any Terminal, standardOutput: FileOutput,
    standardError: FileOutput, standardInput: FileInput, now: @escaping @Sendable () -> Date,
    random: @escaping RandomSource,
    uptime: @escaping @Sendable () -> Duration,
    currentFolder: String, pause: @escaping @Sendable (Duration) -> Void,
    interruption: @escaping @Sendable () -> Int32? = { nil },
    forgetInterruption: @escaping @Sendable () -> Void = {},
    network: @escaping @Sendable (NetworkSettings) -> any HTTPTransport,
    osRelease: String = "/etc/os-release", build: Release.Build = Release.Build()
  ) {
    self.environment = environment
    self.terminal = terminal
    self.standardOutput = standardOutput
    self.standardError = standardError
    self.standardInput = standardInput
    self.now = now
    self.random = random
    self.uptime = uptime
    self.currentFolder = currentFolder
    self.pause = pause
    self.interruption = interruption
    self.forgetInterruption = forgetInterruption
    self.network = network
    self.osRelease = osRelease
    self.build = build
  }

  /// How packages are installed here; nil where that is not known.
  var packageSystem: PackageSystem? {
    (try? FileInput().text(of: osRelease)).flatMap { PackageSystem(osRelease: $0) }
  }
}
