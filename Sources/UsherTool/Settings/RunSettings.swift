import CommandKit
import Essentials
import IdentityToolkit
import TerminalIO

/// The settings of one run: options override environment variables, which override configuration files.
final class RunSettings {
  /// The global options of the command line.
  let options: GlobalOptions
  let environment: Environment
  let configuration: Configuration
  /// Why the configuration files cannot be used, if so. Commands decide whether that is an error.
  let configurationProblem: Diagnosis?

  init(
    _ options: GlobalOptions, _ environment: Environment, _ configuration: Configuration = Configuration(),
    configurationProblem: Diagnosis? = nil
  ) {
    self.options = options
    self.environment = environment
    self.configuration = configuration
    self.configurationProblem = configurationProblem
  }

  /// Returns the settings of a run, including those in the configuration files.
  static func read(_ options: GlobalOptions, _ environment: Environment) -> RunSettings {
    do {
      return RunSettings(options, environment, try Configuration.read(environment: environment))
    } catch {
      return RunSettings(options, environment, configurationProblem: error)
    }
  }

  /// Refuses `--field claims…` where `--claims` does not add them to the result of `command`.
  func refuseFieldOfClaims(of command: String) throws(UsageError) {
    guard let path = options.field, path == "claims" || path.hasPrefix("claims.") else { return }
    throw .misuse(
      "the result has claims only with --claims",
      hint: Hint("add it", ["usher", command, "--claims", "--field", path]))
  }

  var wantsJSON: Bool {
    options.json || (environment["USHER_OUTPUT"] ?? configuration[.output]) == "json"
  }

  /// Whether a command may wait for a person, at the terminal or in a browser.
  var mayWaitForPeople: Bool {
    !wantsJSON && options.field == nil && !options.noInput && environment["USHER_NO_INPUT"] == nil
      && configuration[.noInput] != "true" && !environment.isCI
  }

  /// Whether `errors` may show progress while a person waits.
  func showsProgress(on errors: FileOutput) -> Bool {
    mayWaitForPeople && !options.quiet && errors.isTerminal && PromptForm { environment[$0] } != .plain
  }

  /// The time limit for requests and locks of one command.
  var timeout: Duration {
    options.timeout ?? environment.duration("USHER_TIMEOUT") ?? configuration.duration(.timeout)
      ?? .seconds(60)
  }

  /// The time limit for a person to enter a code.
  var waitLimit: Duration { options.waitLimit ?? configuration.duration(.waitLimit) ?? .seconds(600) }

  /// The time limit for a person to open a link from an e-mail.
  var linkWaitLimit: Duration { options.waitLimit ?? configuration.duration(.waitLimit) ?? .seconds(1800) }

  /// When messages for people use colours.
  var colorMode: ColorMode {
    ColorMode(option: options.color, environment, configured: configuration[.color])
  }

  /// Whether usher may save anything on disk.
  var keepsState: Bool { !options.noStore }

  /// - Parameter deadline: The time limit for one request and its response; nil means the default.
  func network(within deadline: Duration? = nil) -> NetworkSettings {
    NetworkSettings(
      deadline: deadline ?? .seconds(15),
      caFile: options.caFile ?? environment["USHER_CACERT"] ?? configuration[.caFile],
      proxy: options.proxy ?? configuration[.proxy])
  }

  var browser: PersonsBrowser {
    PersonsBrowser(environment, preferred: environment["USHER_BROWSER"] ?? configuration[.browser])
  }
}
