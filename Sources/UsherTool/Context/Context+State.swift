import CommandKit
import Essentials
import TerminalIO

extension Context {
  /// Where this run's state is. Nothing is opened yet.
  func stateFile() throws -> StateFile {
    let folder = try StateLocation(environment: environment.variables).folder
    return StateFile(
      folder: folder,
      wait: LockWait(
        limit: machineTime.left, isWanted: { [interruption] in interruption() == nil },
        pause: { [machineTime, pause] duration in
          machineTime.spend(duration)
          pause(duration)
        }))
  }

  /// Whether anything may be written to the disk.
  var keepsState: Bool { !options.noStore }

  /// The binding of this run's destination.
  func binding() throws -> Binding { try destination().binding }

  /// The session that commands act as: `--as`, the environment's, the chosen one, `default`.
  func sessionKey(in state: SavedState) throws -> SessionKey {
    let binding = try binding()
    let name =
      options.session ?? environment["USHER_SESSION"] ?? state[binding].currentSession
      ?? SessionKey.defaultName
    return binding.session(try SessionName.check(name))
  }

  /// The state as it is now; empty where `--no-store` makes up for a place that cannot hold any.
  func savedState() throws -> SavedState {
    do {
      return try stateFile().read()
    } catch StateError.notWritable where !keepsState {
      return SavedState()
    }
  }

  /// Changes the state, for a command that does nothing else; `--no-store` would leave it nothing to do.
  func updateState<Result>(_ change: (inout SavedState) throws -> Result) throws -> Result {
    guard keepsState else {
      throw UsageError.misuse("--no-store does not go with a command that only changes what is stored")
    }
    return try stateFile().update(change)
  }

  /// Runs `body` while no other usher sends there: two that ask for the same number or address send once.
  func lockedForSending<Result>(
    to recipient: String, in binding: Binding, _ body: () throws -> Result
  ) throws -> Result {
    // No session is called so: names hold no spaces.
    try locked(binding.session("to " + recipient), body)
  }

  /// Runs `body` while no other usher renews this session. `--no-store` leaves no lock behind.
  func locked<Result>(_ session: SessionKey, _ body: () throws -> Result) throws -> Result {
    keepsState ? try stateFile().lock(of: session).hold(body) : try body()
  }

  /// `argv` of a command that continues in this run's profile, session, endpoint and project.
  func command(_ words: String..., session: SessionKey? = nil) -> [String] {
    completed(["usher"] + words, session: session)
  }

  /// `argv` with the options that say where, as far as it lacks them.
  func completed(_ argv: [String], session: SessionKey? = nil) -> [String] {
    let name = session?.name ?? options.session
    let isSaid = options.session != nil || name != SessionKey.defaultName
    let options: [(String, String?)] = [
      ("--profile", options.profile), ("--as", isSaid ? name : nil), ("--endpoint", options.endpoint),
      ("--project", options.project), ("--tenant", options.tenant),
    ]
    var argv = argv
    for (name, value) in options where !argv.contains(name) && !(name == "--profile" && argv.contains("-p")) {
      if let value { argv += [name, value] }
    }
    if self.options.noStore, !argv.contains("--no-store") { argv.append("--no-store") }
    return argv
  }
}

extension Destination {
  var binding: Binding {
    Binding(profile: profile, endpoint: name, project: project, tenant: tenant)
  }
}

enum SessionName {
  static func check(_ name: String) throws(Diagnosis) -> String {
    guard isName(name) else {
      throw Diagnosis(
        "usher/bad-session-name", .usage, "that is no name for a session",
        hint: "letters, digits and - _ . @ +, up to 64 bytes", retry: .newInput)
    }
    return name
  }

  /// Whether this can be typed, shown and told apart from others.
  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64 && name.first != "-"
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil || "-_.@+".unicodeScalars.contains($0)
      }
  }
}
