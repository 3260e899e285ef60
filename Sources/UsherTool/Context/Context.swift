/// The parts that commands are made of. Each is a value or a thing of its own: a command takes those that it needs, and
/// hands on what conversations need of them.
package final class Context {
  /// The command that runs, where it is known.
  let command: String?
  /// Whether the command was typed into `shell`.
  let isInShell: Bool

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
  ///   - mayAskServer: Whether a server may be asked which project it serves.
  ///   - directions: Those that a command of these words follows.
  init(
    _ world: World, _ settings: RunSettings, running command: String? = nil, isInShell: Bool = false,
    mayAskServer: Bool = true, directions: @escaping ([String]) -> Set<Direction> = { _ in .all }
  ) {
    self.command = command
    self.isInShell = isInShell
    self.world = world
    self.settings = settings
    let machineTime = MachineTime(limit: settings.timeout)
    next = NextCommands(settings: settings, directions: directions, packageSystem: { world.packageSystem })
    output = Output(world, settings, next)
    person = Person(world, settings, next, output)
    state = StateAccess(world, isKept: settings.keepsState, machineTime)
    let transports = Transports(world, settings, machineTime)
    place = Place(
      world, settings, state, output,
      served: ServedProject(mayAsk: mayAskServer, transports, state, output))
    service = Service(world, settings, machineTime, transports, at: place)
    sessions = SessionAccess(world, settings, machineTime, state, at: service, of: person)
  }

  var destruction: DestructionRules { DestructionRules(place: place, person: person) }

  /// Gives back what was opened.
  func close() {
    sessions.close()
    service.close()
    state.close()
  }

  /// For who only looks: as if nothing had been asked for.
  /// - Parameter options: what holds nevertheless.
  convenience init(_ world: World, under options: GlobalOptions = GlobalOptions()) {
    self.init(world, RunSettings(options, world.environment))
  }
}
