import AuthClient
import AuthServer
package import Essentials
package import HTTP
import IdentityToolkit
package import TerminalIO

/// What a command works with: the world outside, given by whoever starts the tool, and this run's options.
package final class Context {
  package let environment: Environment
  package let terminal: any Terminal
  package let standardOutput: FileOutput
  package let standardError: FileOutput
  package let standardInput: FileInput
  package let now: @Sendable () -> Date
  package let random: @Sendable (Int) -> [UInt8]
  /// Waits; a signal ends the wait early.
  package let pause: @Sendable (Duration) -> Void
  /// The signal that asked this process to end, once there is one.
  package let interruption: @Sendable () -> Int32?
  /// A way to servers that have an address.
  package let network: @Sendable (NetworkSettings) -> any HTTPTransport

  /// What was typed besides the command's own words.
  package internal(set) var options = GlobalOptions()
  /// The exit status of a run that has a result but did not simply succeed.
  var exitStatus = ExitCode.ok.rawValue
  private(set) var warnings: [String] = []

  /// How commands that send an SMS verify the app.
  var appVerification = AppVerificationOptions()
  let embeddedPush = EmbeddedPush()
  private(set) var knownAppVerifier: AppVerifier?

  private var foundDestination: Destination?
  private var openServer: IdentityToolkitServer?

  package init(
    environment: Environment, terminal: any Terminal, standardOutput: FileOutput,
    standardError: FileOutput, standardInput: FileInput, now: @escaping @Sendable () -> Date,
    random: @escaping @Sendable (Int) -> [UInt8], pause: @escaping @Sendable (Duration) -> Void,
    interruption: @escaping @Sendable () -> Int32? = { nil },
    network: @escaping @Sendable (NetworkSettings) -> any HTTPTransport
  ) {
    self.environment = environment
    self.terminal = terminal
    self.standardOutput = standardOutput
    self.standardError = standardError
    self.standardInput = standardInput
    self.now = now
    self.random = random
    self.pause = pause
    self.interruption = interruption
    self.network = network
  }

  /// Gives back what was opened.
  func close() {
    keepAppCredential()
    knownAppVerifier = nil
    openServer = nil
  }

  /// Tells people something at once, and scripts in their result's `warnings`.
  func warn(_ text: String) {
    warnings.append(text)
    if !wantsJSON { tell("warning: " + text) }
  }

  /// A message beside the result: progress, advice. Lost where there is nobody to read it.
  func tell(_ text: String) {
    if options.quiet || wantsJSON { return }
    try? standardError.write(SafeText.line(text) + "\n")
  }
}

// MARK: - What was asked for

extension Context {
  var wantsJSON: Bool { options.json || environment["USHER_OUTPUT"] == "json" }

  /// Whether somebody sits there who can be asked.
  var isInteractive: Bool {
    !wantsJSON && options.field == nil && !options.noInput && environment["USHER_NO_INPUT"] == nil
      && !environment.isCI && terminal.isInteractive
  }

  /// How long the machine may take.
  var timeout: Duration { options.timeout ?? environment.duration("USHER_TIMEOUT") ?? .seconds(60) }

  /// How long a person may take to find a code.
  var waitLimit: Duration { options.waitLimit ?? .seconds(600) }

  /// How long a person may take to find a mail.
  var linkWaitLimit: Duration { options.waitLimit ?? .seconds(1800) }

  /// Whether the terminal is shown colours.
  var usesColor: Bool {
    let never = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
    return !never && environment["CLICOLOR"] != "0"
  }

  var language: String? { options.language ?? environment["USHER_LANGUAGE"] }
}

// MARK: - Who is asked

extension Context {
  /// Says that nothing is configured, so that nobody takes the local server for a real project.
  func sayWhichServer() throws {
    if isInteractive, try destination().isUnconfigured {
      terminal.say("local server (no project configured)")
    }
  }

  /// Whom this run talks to; decided once.
  func destination() throws(Diagnosis) -> Destination {
    if let foundDestination { return foundDestination }
    let (destination, notices) = try Destination.resolve(options, environment)
    foundDestination = destination
    for notice in notices { warn(notice) }
    return destination
  }

  /// The destination if it is known already: for reports of failures, which must not fail again.
  var knownDestination: Destination? { foundDestination }

  func backend() throws -> Backend {
    let destination = try destination()
    return Backend(
      endpoint: destination.endpoint, apiKey: destination.apiKey, project: destination.project,
      tenant: destination.tenant, languageCode: language, transport: try transport(to: destination),
      pause: { [pause, random] tries in
        // 0.2, 0.6 s…, give or take half, so that a fleet of jobs does not come back in step.
        let jitter = 0.5 + Double(random(1)[0]) / 255
        pause(.seconds(0.2 * jitter * (tries == 1 ? 1 : 3)))
      })
  }

  func auth(user: User? = nil) throws -> Auth {
    Auth(backend: try backend(), currentUser: user, now: now)
  }

  /// Made once, since a push may come late.
  func appVerifier() throws -> AppVerifier {
    if let knownAppVerifier { return knownAppVerifier }
    let verifier = try AppVerifier(appVerification, in: self)
    knownAppVerifier = verifier
    return verifier
  }

  /// The embedded server, for a page that hands requests on to it; nil where requests leave the process.
  func embeddedHandler() throws -> (any HTTPHandler)? {
    let destination = try destination()
    return destination.isEmbedded ? try embeddedServer(project: destination.project) : nil
  }

  private func transport(to destination: Destination) throws -> any HTTPTransport {
    guard destination.isEmbedded else { return network(NetworkSettings(self)) }
    return EmbeddedTransport(try embeddedServer(project: destination.project))
  }

  /// Opened once, and closed with the context.
  private func embeddedServer(project: String) throws -> IdentityToolkitServer {
    if let openServer { return openServer }
    let server = try makeEmbeddedServer(project: project)
    openServer = server
    return server
  }
}
