import Essentials
import TerminalIO

extension Context {
  /// Where this run's state is. Nothing is opened yet.
  func stateFile() throws -> StateFile {
    let folder = try StateLocation(environment: environment.variables).folder
    return StateFile(
      folder: folder,
      wait: LockWait(limit: timeout, isWanted: { Interruption.signal == nil }, pause: pause))
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

  /// The state as it is now.
  func savedState() throws -> SavedState { try stateFile().read() }

  /// Runs `body` while no other usher renews or sends for this session. `--no-store` leaves no lock behind.
  func locked<Result>(_ session: SessionKey, _ body: () throws -> Result) throws -> Result {
    keepsState ? try stateFile().lock(of: session).hold(body) : try body()
  }

  /// `argv` of a command that continues in this run's profile, session, endpoint and project.
  func command(_ words: String..., session: SessionKey? = nil) -> [String] {
    var argv = ["usher"] + words
    if let name = session?.name ?? options.session, name != SessionKey.defaultName || options.session != nil {
      argv += ["--as", name]
    }
    if let endpoint = options.endpoint { argv += ["--endpoint", endpoint] }
    if let project = options.project { argv += ["--project", project] }
    if let tenant = options.tenant { argv += ["--tenant", tenant] }
    return argv
  }
}

extension Destination {
  var binding: Binding {
    Binding(profile: profile, endpoint: name, project: project, tenant: tenant)
  }
}

enum SessionName {
  /// A name that can be typed, shown and told apart.
  static func check(_ name: String) throws(Diagnosis) -> String {
    guard !name.isEmpty, name.utf8.count <= 64,
      name.unicodeScalars.allSatisfy({
        $0.properties.isAlphabetic || $0.properties.numericType != nil || "-_.@+".unicodeScalars.contains($0)
      }),
      name.first != "-"
    else {
      throw Diagnosis(
        "usher/bad-session-name", .usage, "that is no name for a session",
        hint: "letters, digits and - _ . @ +, up to 64 bytes", retry: .newInput)
    }
    return name
  }
}
