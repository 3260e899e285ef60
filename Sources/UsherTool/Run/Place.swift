import CommandKit
import Essentials
import Flows
import IdentityToolkit
import PrivateFiles
import TerminalIO

/// Where this run goes, and as whom: each is decided once, when it is first asked for.
final class Place {
  /// The project of the server that this run goes to, as it says itself.
  let served: ServedProject
  private let world: World
  let settings: RunSettings
  let state: StateAccess
  let output: Output
  private let needsAPIKey: Bool
  private var found: Destination?
  private var soughtFolderProfile: FolderProfile??
  private var readSession: ExportedSession?
  private var hasSaidWhichServer = false

  init(
    _ world: World, _ settings: RunSettings, _ state: StateAccess, _ output: Output, needsAPIKey: Bool,
    served: ServedProject
  ) {
    self.needsAPIKey = needsAPIKey
    self.world = world
    self.settings = settings
    self.state = state
    self.output = output
    self.served = served
  }

  /// Whom this run talks to.
  func destination() throws(Diagnosis) -> Destination {
    if let found { return found }
    let destination = try destination(under: settings.options)
    found = destination
    if destination.source == .folderProfile, let folderProfile = try folderProfile() { note(folderProfile) }
    return destination
  }

  /// Returns the destination of a profile, or of an endpoint, with the other options of this run.
  func destination(named word: String) throws(Diagnosis) -> Destination {
    var options = settings.options
    (options.profile, options.endpoint) = (nil, nil)
    if ["local", "production"].contains(word) || word.contains("://") {
      options.endpoint = word
    } else {
      options.profile = word
    }
    return try destination(under: options)
  }

  private func destination(under options: GlobalOptions) throws(Diagnosis) -> Destination {
    let choice = DestinationChoice(
      options: options, environment: settings.environment, needsAPIKey: needsAPIKey,
      state: { () throws(Diagnosis) in try self.diagnosed { try self.state.read() } },
      folderProfile: folderProfile, exportedSession: exportedSession,
      servedProject: { self.served.name(at: $0, of: $1) })
    let (destination, notices) = try choice.resolve()
    for notice in notices { output.warn(notice) }
    return destination
  }

  /// The destination if it is known already: for reports of failures, which must not fail again.
  var known: Destination? { found }

  /// The binding of this run's destination.
  func binding() throws -> Binding { try destination().binding }

  /// The profile that the folder names; looked for once.
  func folderProfile() throws(Diagnosis) -> FolderProfile? {
    if let soughtFolderProfile { return soughtFolderProfile }
    let profile = try FolderProfile.find(from: world.currentFolder, warn: { output.warn($0) })
    soughtFolderProfile = .some(profile)
    return profile
  }

  /// Says that a file chose the profile: nobody typed it.
  func note(_ profile: FolderProfile) {
    output.note("using the profile \(profile.name), which \(profile.path) names")
  }

  /// The session in the file that `USHER_SESSION_FILE` names; read once, as it may be a pipe.
  func exportedSession() throws(Diagnosis) -> ExportedSession? {
    if let readSession { return readSession }
    guard let path = settings.environment["USHER_SESSION_FILE"] else { return nil }
    output.warn(ofExposed: path)
    readSession = try .read(try world.standardInput.text(of: path), named: "USHER_SESSION_FILE")
    return readSession
  }

  /// The session that commands act as: `--as`, the environment's, the chosen one, `default`.
  func sessionKey(in state: SavedState) throws -> SessionKey {
    let binding = try binding()
    let name = namedSession ?? state[binding].currentSession ?? SessionKey.defaultName
    return binding.session(try SessionName.check(name))
  }

  /// The session that `--as` or the environment names.
  var namedSession: String? { settings.options.session ?? settings.environment["USHER_SESSION"] }

  /// The language of messages, where anybody says.
  var language: String? {
    settings.options.language?.text ?? settings.environment["USHER_LANGUAGE"] ?? known?.settings.language
      ?? settings.configuration[.language] ?? ReaderLocale(settings.environment)?.messages?.tag
  }

  /// Says that nothing is configured, so that nobody takes the local server for a real project.
  func sayWhichServer(to person: Person) throws {
    if person.isInteractive, !hasSaidWhichServer, try destination().isUnconfigured {
      person.terminal.say("local server (no project configured)")
      hasSaidWhichServer = true
    }
  }

  private func diagnosed<Result>(_ body: () throws -> Result) throws(Diagnosis) -> Result {
    do {
      return try body()
    } catch {
      throw Diagnosis(error, now: world.now())
    }
  }
}

/// This run's part of the state. Nothing is opened before it is read.
final class StateAccess {
  /// Whether anything may be written to the disk.
  let isKept: Bool
  private let environment: Environment
  private let machineTime: MachineTime
  private let interruption: @Sendable () -> Int32?
  private let pause: @Sendable (Duration) -> Void
  private let reading = StateReading()

  init(_ world: World, isKept: Bool, _ machineTime: MachineTime) {
    self.isKept = isKept
    environment = world.environment
    self.machineTime = machineTime
    interruption = world.interruption
    pause = world.pause
  }

  /// Where this run's state is.
  func file() throws -> StateFile {
    let folder = try StateLocation(environment: environment.variables).folder
    return StateFile(
      folder: folder,
      wait: LockWait(
        limit: machineTime.left, isWanted: { [interruption] in interruption() == nil },
        pause: { [machineTime, pause] duration in
          machineTime.spend(duration)
          pause(duration)
        }), reading: reading)
  }

  func store() throws -> StateStore {
    StateStore(file: try file(), isKept: isKept)
  }

  /// The state as it is now.
  func read() throws -> SavedState { try store().read() }

  /// Closes what was read, which is read again where it is asked for.
  func close() { reading.close() }

  /// Changes the state, for a command that does nothing else; `--no-store` would leave it nothing to do.
  func update<Result>(_ change: (inout SavedState) throws -> Result) throws -> Result {
    guard let result = try store().update(change) else {
      throw UsageError.misuse("--no-store does not go with a command that only changes what is stored")
    }
    return result
  }
}
