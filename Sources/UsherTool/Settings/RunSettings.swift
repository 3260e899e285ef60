import CommandKit
import IdentityToolkit
import TerminalIO

/// How one run is to go: its options say, else its variables, else the configuration files.
final class RunSettings {
  /// What was typed besides the command's own words.
  let options: GlobalOptions
  let environment: Environment
  let configuration: Configuration
  /// Why the configuration files cannot be used, where they cannot. That is for the command to say, or not.
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

  /// With what the configuration files say.
  static func read(_ options: GlobalOptions, _ environment: Environment) -> RunSettings {
    do {
      return RunSettings(options, environment, try Configuration.read(environment: environment))
    } catch {
      return RunSettings(options, environment, configurationProblem: error)
    }
  }

  var wantsJSON: Bool {
    options.json || (environment["USHER_OUTPUT"] ?? configuration[.output]) == "json"
  }

  /// Whether a command may wait for a person at all, who may have no terminal, only a browser.
  var mayWaitForPeople: Bool {
    !wantsJSON && options.field == nil && !options.noInput && environment["USHER_NO_INPUT"] == nil
      && configuration[.noInput] != "true" && !environment.isCI
  }

  /// Whether something may move on `errors` while a person waits.
  func showsProgress(on errors: FileOutput) -> Bool {
    mayWaitForPeople && !options.quiet && errors.isTerminal && PromptForm { environment[$0] } != .plain
  }

  /// How long the machine may take.
  var timeout: Duration {
    options.timeout ?? environment.duration("USHER_TIMEOUT") ?? configuration.duration(.timeout)
      ?? .seconds(60)
  }

  /// How long a person may take to find a code.
  var waitLimit: Duration { options.waitLimit ?? configuration.duration(.waitLimit) ?? .seconds(600) }

  /// How long a person may take to find a mail.
  var linkWaitLimit: Duration { options.waitLimit ?? configuration.duration(.waitLimit) ?? .seconds(1800) }

  /// When people are shown colours.
  var colorMode: ColorMode {
    ColorMode(option: options.color, environment, configured: configuration[.color])
  }

  /// Whether anything may be written to the disk.
  var keepsState: Bool { !options.noStore }

  /// - Parameter deadline: for one request and its answer; nil is the usual one.
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
