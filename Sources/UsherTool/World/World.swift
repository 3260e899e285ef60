package import Crypto
package import Essentials
package import HTTP
import HTTPListener
package import SecurityKeys
package import TerminalIO

/// Everything that a run gets from the system or from a test: clock, random source, files, terminal and network.
package final class World {
  let environment: Environment
  let terminal: any Terminal
  let standardOutput: FileOutput
  let standardError: FileOutput
  let standardInput: FileInput
  let now: @Sendable () -> Date
  let random: RandomSource
  /// A clock that nobody can set, for measuring time.
  let uptime: @Sendable () -> Duration
  /// The folder where the tool was started.
  let currentFolder: String
  /// Waits for the given time; a signal ends the wait early.
  let pause: @Sendable (Duration) -> Void
  /// Returns the signal that asked this process to end, if there is one.
  let interruption: @Sendable () -> Int32?
  /// Clears the signal, so that the tool continues.
  let forgetInterruption: @Sendable () -> Void
  /// Creates a transport to servers that have an address.
  let network: @Sendable (NetworkSettings) -> any HTTPTransport
  let securityKeys: SecurityKeyPorts
  /// Returns this machine's addresses that a wildcard address covers, without those of loopback.
  let networkAddresses: @Sendable (_ wildcard: String) -> [String]
  /// The path of the file that identifies the operating system.
  private let osRelease: String
  let build: Release.Build
  /// The translations into the language that people read.
  let catalog: Catalog
  /// Returns the translations for a page, from the `Accept-Language` of the browser that asks for it.
  let pageCatalog: @Sendable (_ accepted: String?) -> Catalog
  /// The program whose users are asked, if it is not usher.
  let host: HostProgram?

  package init(
    environment: Environment, terminal: any Terminal, standardOutput: FileOutput,
    standardError: FileOutput, standardInput: FileInput, now: @escaping @Sendable () -> Date,
    random: @escaping RandomSource,
    uptime: @escaping @Sendable () -> Duration,
    currentFolder: String, pause: @escaping @Sendable (Duration) -> Void,
    interruption: @escaping @Sendable () -> Int32? = { nil },
    forgetInterruption: @escaping @Sendable () -> Void = {},
    network: @escaping @Sendable (NetworkSettings) -> any HTTPTransport,
    securityKeys: SecurityKeyPorts = .usb,
    networkAddresses: (@Sendable (_ wildcard: String) -> [String])? = nil,
    osRelease: String = "/etc/os-release",
    build: Release.Build = Release.Build(), catalog: Catalog = .english,
    pageCatalog: (@Sendable (_ accepted: String?) -> Catalog)? = nil, host: HostProgram? = nil
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
    self.securityKeys = securityKeys
    self.networkAddresses = networkAddresses ?? { HTTPListener.networkAddresses(coveredBy: $0) }
    self.osRelease = osRelease
    self.build = build
    self.catalog = catalog
    self.pageCatalog = pageCatalog ?? { _ in catalog }
    self.host = host
  }

  /// The way to install packages on this system; nil if unknown.
  var packageSystem: PackageSystem? {
    (try? FileInput().text(of: osRelease)).flatMap { PackageSystem(osRelease: $0) }
  }
}

/// The security keys of this machine, or those of a test.
package struct SecurityKeyPorts: Sendable {
  let connected: @Sendable () throws(SecurityKeyError) -> [SecurityKeyDevice]
  let open: @Sendable (SecurityKeyDevice) throws(SecurityKeyError) -> SecurityKey

  package init(
    connected: @escaping @Sendable () throws(SecurityKeyError) -> [SecurityKeyDevice],
    open: @escaping @Sendable (SecurityKeyDevice) throws(SecurityKeyError) -> SecurityKey
  ) {
    self.connected = connected
    self.open = open
  }

  /// Those on USB.
  package static let usb = SecurityKeyPorts(
    connected: { () throws(SecurityKeyError) in try SecurityKeyDevice.connected() },
    open: { (device) throws(SecurityKeyError) in try SecurityKey(at: device) })
}
