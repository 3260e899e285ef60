import AuthClient
import AuthServer
package import Crypto
package import Essentials
import Flows
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
  package let random: RandomSource
  /// A clock that nobody sets, for how long things take.
  let uptime: @Sendable () -> Duration
  /// The folder that the tool was started in.
  let currentFolder: String
  /// Waits; a signal ends the wait early.
  package let pause: @Sendable (Duration) -> Void
  /// The signal that asked this process to end, once there is one.
  package let interruption: @Sendable () -> Int32?
  /// Goes on as if no signal had come.
  let forgetInterruption: @Sendable () -> Void
  /// A way to servers that have an address.
  package let network: @Sendable (NetworkSettings) -> any HTTPTransport
  /// The file that says which system this is.
  private let osRelease: String
  let build: Release.Build

  /// What was typed besides the command's own words.
  package internal(set) var options = GlobalOptions()
  /// The exit status of a run that has a result but did not simply succeed.
  var exitStatus = ExitCode.ok.rawValue
  /// The signal that ended the program that this run was for, where one did.
  var programsSignal: Int32?
  /// The signal that asked this process to end, and that the program was handed.
  var signalHandedOn: Int32?
  private(set) var warnings: [String] = []

  /// How commands that send an SMS verify the app.
  var appVerification = AppVerificationOptions()
  let embeddedPush = EmbeddedPush()
  let servedProject = ServedProject()
  private var knownAppVerifier: (any AppVerifying)?
  /// Set by the tool, as it takes what stands above this.
  var makeAppVerifier: (Context) throws -> any AppVerifying = { _ in
    fatalError("the tool says how the app is verified")
  }
  /// The directions that a command of these words follows; set by the tool, which knows the commands.
  var directions: ([String]) -> Set<Direction> = { _ in .all }
  /// What the configuration files say; `configurationProblem` where they cannot be used.
  private(set) var configuration = Configuration()
  private(set) var configurationProblem: Diagnosis?
  /// What may still be used of `--timeout`.
  private(set) lazy var machineTime = MachineTime(limit: timeout)

  let stateReading = StateReading()
  /// How packages are installed here; nil where that is not known.
  private(set) lazy var packageSystem = (try? FileInput().text(of: osRelease)).flatMap {
    PackageSystem(osRelease: $0)
  }
  /// The command that runs, once it is known.
  var command: String?
  /// Whether the command was typed into `shell`.
  var isInShell = false
  private var foundDestination: Destination?
  private var soughtFolderProfile: FolderProfile??
  private var readSession: ExportedSession?
  private var foundGivenSession: ActiveSession?
  private var readAppCheckToken: String?
  private var hasSaidWhichServer = false
  private var openServer: IdentityToolkitServer?

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

  /// The same world for another run, which knows nothing of this one.
  func forAnotherRun() -> Context {
    Context(
      environment: environment, terminal: terminal, standardOutput: standardOutput,
      standardError: standardError, standardInput: standardInput, now: now, random: random, uptime: uptime,
      currentFolder: currentFolder, pause: pause, interruption: interruption,
      forgetInterruption: forgetInterruption, network: network, osRelease: osRelease, build: build)
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
    write(line(.warning, text))
  }

  /// As `warn`, for what is no reason to worry.
  func note(_ text: String) {
    warnings.append(text)
    tell(text)
  }

  /// A message beside the result: progress, advice. Lost where there is nobody to read it.
  func tell(_ text: String) {
    write(SafeText.line(text))
  }

  private func write(_ line: String) {
    if options.quiet || wantsJSON { return }
    try? standardError.write(wrapped(line) + "\n")
  }
}

// MARK: - What was asked for

extension Context {
  var wantsJSON: Bool {
    options.json || (environment["USHER_OUTPUT"] ?? configuration[.output]) == "json"
  }

  /// Whether there is a person who can be asked.
  var isInteractive: Bool { mayWaitForPeople && terminal.isInteractive }

  /// Whether a command may wait for a person at all, who may have no terminal, only a browser.
  var mayWaitForPeople: Bool {
    !wantsJSON && options.field == nil && !options.noInput && environment["USHER_NO_INPUT"] == nil
      && configuration[.noInput] != "true" && !environment.isCI
  }

  /// Whether something may move on standard error while a person waits.
  var showsProgress: Bool {
    mayWaitForPeople && !options.quiet && standardError.isTerminal && PromptForm { environment[$0] } != .plain
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

  /// The language of messages, where anybody says.
  var language: String? {
    options.language?.text ?? environment["USHER_LANGUAGE"] ?? knownDestination?.settings.language
      ?? configuration[.language]
  }

  /// Reads the configuration files. What is wrong with them is for the command to say, or not.
  func readConfiguration() {
    do {
      configuration = try Configuration.read(environment: environment)
    } catch {
      configurationProblem = error
    }
  }
}

// MARK: - Who is asked

extension Context {
  /// Says that nothing is configured, so that nobody takes the local server for a real project.
  func sayWhichServer() throws {
    if isInteractive, !hasSaidWhichServer, try destination().isUnconfigured {
      terminal.say("local server (no project configured)")
      hasSaidWhichServer = true
    }
  }

  /// Whom this run talks to; decided once.
  func destination() throws(Diagnosis) -> Destination {
    if let foundDestination { return foundDestination }
    let choice = DestinationChoice(
      options: options, environment: environment,
      state: { () throws(Diagnosis) in try self.diagnosed { try self.savedState() } },
      folderProfile: folderProfile, exportedSession: exportedSession,
      servedProject: { self.servedProject.name(at: $0, of: $1, in: self) })
    let (destination, notices) = try choice.resolve()
    foundDestination = destination
    if destination.source == .folderProfile, let folderProfile = try folderProfile() { note(folderProfile) }
    for notice in notices { warn(notice) }
    return destination
  }

  /// The profile that the folder names; looked for once.
  func folderProfile() throws(Diagnosis) -> FolderProfile? {
    if let soughtFolderProfile { return soughtFolderProfile }
    let profile = try FolderProfile.find(from: currentFolder, warn: warn)
    soughtFolderProfile = .some(profile)
    return profile
  }

  /// Says that a file chose the profile: nobody typed it.
  func note(_ profile: FolderProfile) {
    note("using the profile \(profile.name), which \(profile.path) names")
  }

  /// The session in the file that `USHER_SESSION_FILE` names; read once, as it may be a pipe.
  func exportedSession() throws(Diagnosis) -> ExportedSession? {
    if let readSession { return readSession }
    guard let path = environment["USHER_SESSION_FILE"] else { return nil }
    readSession = try .read(try standardInput.text(of: path), named: "USHER_SESSION_FILE")
    return readSession
  }

  /// The session that a variable gives; found once, as the server may have to be asked.
  func givenSession() throws -> ActiveSession? {
    if let foundGivenSession { return foundGivenSession }
    foundGivenSession = try GivenSession(self).find()
    return foundGivenSession
  }

  private func diagnosed<Result>(_ body: () throws -> Result) throws(Diagnosis) -> Result {
    do {
      return try body()
    } catch {
      throw Diagnosis(error, now: now())
    }
  }

  /// The destination if it is known already: for reports of failures, which must not fail again.
  var knownDestination: Destination? { foundDestination }

  func backend() throws -> Backend { try backend(at: try destination()) }

  func backend(at destination: Destination, within deadline: Duration? = nil) throws -> Backend {
    servedProject.warnOfAnother(than: destination, in: self)
    return Backend(
      endpoint: destination.endpoint, apiKey: destination.apiKey, project: destination.project,
      tenant: destination.tenant, languageCode: language, identity: try identity(at: destination),
      transport: try transport(to: destination, within: deadline),
      pause: { [pause, random, machineTime] tries in
        // 0.2, 0.6 s…, give or take half, so that a fleet of jobs does not come back in step.
        let jitter = 0.5 + Double((try? random(1))?.first ?? 128) / 255
        let time = Duration.seconds(0.2 * jitter * (tries == 1 ? 1 : 3))
        machineTime.spend(time)
        pause(time)
      })
  }

  func auth(user: UserRecord? = nil) throws -> BlockingAuth {
    BlockingAuth(backend: try backend(), currentUser: user, now: now)
  }

  /// Made once, since a push may come late.
  func appVerifier() throws -> any AppVerifying {
    if let knownAppVerifier { return knownAppVerifier }
    let verifier = try makeAppVerifier(self)
    knownAppVerifier = verifier
    return verifier
  }

  /// Keeps a credential that no other write took along: of a message that was refused, of a late push.
  private func keepAppCredential() {
    guard let knownAppVerifier, knownAppVerifier.hasNews else { return }
    // The next run can do without it.
    _ = try? store().update { state in knownAppVerifier.save(in: &state) }
  }

  /// The embedded server, for a page that hands requests on to it; nil where requests leave the process.
  func embeddedHandler() throws -> (any HTTPHandler)? {
    let destination = try destination()
    return destination.isEmbedded ? try embeddedServer(project: destination.project) : nil
  }

  /// What requests say about the app, by the profile and `--app-check-token-file`.
  private func identity(at destination: Destination) throws -> AppIdentity {
    var identity = AppIdentity(destination.settings)
    identity.appCheckToken = try appCheckToken()
    return identity
  }

  private func appCheckToken() throws -> String? {
    guard let file = options.appCheckTokenFile else { return nil }
    if let readAppCheckToken { return readAppCheckToken }
    let text = try standardInput.text(of: file).filter { !$0.isWhitespace }
    guard !text.isEmpty, HeaderText.isPlain(text) else {
      throw Diagnosis(
        .badToken, "\(file == "-" ? "standard input" : file) holds no App Check token",
        retry: .newInput)
    }
    readAppCheckToken = text
    return text
  }

  private func transport(
    to destination: Destination, within deadline: Duration?
  ) throws -> any HTTPTransport {
    guard destination.isEmbedded else { return remoteTransport(within: deadline) }
    return shown(EmbeddedTransport(try embeddedServer(project: destination.project)))
  }

  /// A way to servers that have an address.
  /// - Parameter deadline: for one request and its answer; nil is the usual one.
  func remoteTransport(within deadline: Duration? = nil) -> any HTTPTransport {
    shown(
      spinning(
        TimedTransport(
          time: machineTime, uptime: uptime, settings: NetworkSettings(self, within: deadline),
          network: network)))
  }

  /// A way to a server of this machine, for a question that the command can do without: soon given up.
  func probeTransport() -> any HTTPTransport {
    var settings = NetworkSettings(self)
    settings.deadline = min(.seconds(1), machineTime.left / 2)
    return shown(
      TimedTransport(time: machineTime, uptime: uptime, settings: settings, network: network))
  }

  /// `transport`, which shows that it takes its time where a person watches.
  private func spinning(_ transport: any HTTPTransport) -> any HTTPTransport {
    guard showsProgress else { return transport }
    return SpinningTransport(transport: transport, spinner: Spinner(on: standardError))
  }

  /// `transport`, which shows what it carries where that was asked for.
  private func shown(_ transport: any HTTPTransport) -> any HTTPTransport {
    let showsAnswers = options.debug || environment["USHER_DEBUG"] != nil
    guard options.showsRequests || showsAnswers else { return transport }
    return ShowingTransport(
      transport: transport, showsAnswers: showsAnswers, uptime: uptime,
      show: { [standardError] line in try? standardError.write(SafeText.line(line) + "\n") })
  }

  /// Opened once, and closed with the context.
  private func embeddedServer(project: String) throws -> IdentityToolkitServer {
    if let openServer { return openServer }
    let server = try makeEmbeddedServer(project: project)
    openServer = server
    return server
  }
}
