import CommandKit
import Essentials
import Flows

/// Commands that go on in this run's place and session.
struct NextCommands {
  let settings: RunSettings
  /// The options with which this run administers a project.
  let administrator: AdministratorOptions
  /// The directions that a command of these words follows.
  let directions: ([String]) -> Set<Direction>
  /// How packages are installed here; asked for only where one is missing.
  let packageSystem: () -> PackageSystem?
  /// The program whose commands are told, if it is not usher.
  let host: HostProgram?

  /// `argv` with the options that say where and as whom, as far as it lacks them; nil if the program of this run has
  /// no such command.
  func completed(_ argv: [String]) -> [String]? {
    guard argv.first == "usher" else { return argv }
    if let host { return host.command(for: argv) }
    let options = settings.options
    var argv = argv
    var session = options.session
    if let index = argv.firstIndex(of: "--as"), argv.indices.contains(index + 1) {
      session = argv[index + 1]
      argv.removeSubrange(index...index + 1)
      // The default session goes without saying, unless this run or its environment names another.
      let isNamed = options.session != nil || settings.environment["USHER_SESSION"] != nil
      if session == SessionKey.defaultName, !isNamed { session = nil }
    }
    let given: [(Direction, String?)] = [
      (.profile, options.profile), (.session, session), (.endpoint, options.endpoint),
      (.project, options.project), (.tenant, options.tenant),
    ]
    let followed = directions(argv)
    for (direction, value) in given where followed.contains(direction) {
      guard let value, !argv.contains(direction.option), !(direction == .profile && argv.contains("-p"))
      else {
        continue
      }
      argv += [direction.option, value]
    }
    if argv.dropFirst().first == "project", !argv.contains("--service-account") {
      argv += administrator.words
    }
    if options.noStore, !argv.contains("--no-store") { argv.append("--no-store") }
    return argv
  }

  /// `diagnosis` with commands that lead on in this run's session, endpoint and project, and on this system.
  func completed(_ diagnosis: Diagnosis) -> Diagnosis {
    var diagnosis = diagnosis
    if let library = diagnosis.library { diagnosis.hint = packageSystem()?.installation(of: library) }
    if let host, diagnosis.exit == .notSignedIn { diagnosis.hint = Hint("sign in", host.signIn) }
    diagnosis.hint = diagnosis.hint.map(completed)
    return diagnosis
  }

  /// `hint` with commands that lead on in this run's session, endpoint and project.
  func completed(_ hint: Hint) -> Hint {
    let hint = hint.completed(by: completed)
    if host == nil { return hint }
    // Another program has none of usher's options and other commands.
    return hint.leavingOut { phrase, copied in
      phrase.english.contains("--") || copied?.hasPrefix("usher ") == true
    }
  }

  /// `phrase`, and on a line of its own the command that does it, to be copied.
  func lines(_ phrase: Text, _ argv: [String]) -> [Text] {
    completed(argv).map { [Text("\(phrase):"), Text(verbatim: "  " + $0.shellLine)] } ?? []
  }

  /// `argv`, completed, as a line for a shell.
  func line(_ argv: [String]) -> String { (completed(argv) ?? argv).shellLine }
}
