import CommandKit
import Essentials
import LibC
import TerminalIO

/// The services that commands use.
///
/// Each is separate: a command takes those that it needs and passes them on to conversations.
package final class Context {
  /// The name of the command that runs, if known.
  let command: String?
  /// Whether the command was typed into `shell`.
  let isInShell: Bool
  /// Whether the command was named by its name for local servers, such as `local users`.
  let isLocalName: Bool

  let world: World
  let settings: RunSettings
  let next: NextCommands
  let output: Output
  let person: Person
  let state: StateAccess
  let place: Place
  let service: Service
  let sessions: SessionAccess

  /// - Parameters:
  ///   - typed: The words of the command line, without the program's name.
  ///   - mayAskServer: Whether a server may be asked for the project that it serves.
  ///   - administrator: Who administers the project, if the command does that. It sends no API key.
  ///   - catalog: The language of the messages, if it is not the reader's.
  ///   - directions: Returns the directions that a command of these words follows.
  init(
    _ world: World, _ settings: RunSettings, running command: String? = nil, typed: [String] = [],
    isInShell: Bool = false, isLocalName: Bool = false, mayAskServer: Bool = true,
    administrator: AdministratorOptions? = nil, messagesIn catalog: Catalog? = nil,
    directions: @escaping ([String]) -> Set<Direction> = { _ in .all }
  ) {
    self.command = command
    self.isInShell = isInShell
    self.isLocalName = isLocalName
    self.world = world
    self.settings = settings
    let machineTime = MachineTime(limit: settings.timeout)
    next = NextCommands(
      settings: settings, administrator: administrator ?? AdministratorOptions(), directions: directions,
      packageSystem: { world.packageSystem }, host: world.host)
    output = Output(world, settings, next, in: catalog ?? world.catalog)
    person = Person(world, settings, next, output, typed: typed)
    state = StateAccess(world, isKept: settings.keepsState, machineTime)
    let transports = Transports(world, settings, machineTime)
    place = Place(
      world, settings, state, output, needsAPIKey: administrator == nil,
      served: ServedProject(mayAsk: mayAskServer, transports, settings.environment, state, output))
    service = Service(world, settings, machineTime, transports, at: place)
    sessions = SessionAccess(world, settings, machineTime, state, at: service, of: person)
  }

  var destruction: DestructionRules { DestructionRules(place: place, person: person) }

  /// Closes everything that this context opened.
  func close() {
    sessions.close()
    service.close()
    state.close()
  }

  /// Creates a context for reading settings and state, without a command.
  /// - Parameter options: The options that still apply.
  convenience init(_ world: World, under options: GlobalOptions = GlobalOptions()) {
    self.init(world, RunSettings(options, world.environment))
  }
}

extension ChildProgram {
  /// Runs a program from PATH until it ends; its exit status becomes that of this run.
  /// - Parameter started: Called as soon as the program runs.
  /// - Throws: A diagnosis with a shell's exit status if the program cannot be run.
  static func run(
    _ words: [String], _ environment: [String: String], in context: Context, started: () -> Void = {}
  ) throws(Diagnosis) {
    // Close everything, because the program may run usher again.
    context.close()
    // By default these signals end only this process. They are meant for the program.
    for signal in [SIGUSR1, SIGUSR2] { Interruption.watch(signal) }
    guard let child = start(words, environment) else {
      throw Diagnosis(
        errno == ENOENT ? .noSuchProgram : .cannotRun,
        "cannot run \(words[0]) (\(String(cString: strerror(errno))))", retry: .newInput)
    }
    started()
    let ending = wait(for: child)
    context.output.exitStatus = ending.status
    context.output.programsSignal = ending.signal
    context.output.signalHandedOn = ending.handedOn
  }
}
