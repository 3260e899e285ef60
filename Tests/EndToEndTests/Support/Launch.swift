import Essentials
import LibC

/// A program to start: its words, its variables, and what its standard streams are.
struct Launch {
  enum Stream {
    case nothing, closed, captured
    case text(String)
    case file(String)
    case descriptor(Int32)
  }

  var words: [String]
  var environment: [String: String]
  var input = Stream.nothing
  var output = Stream.captured
  var errors = Stream.captured
  /// Makes a session of its own, with this as its controlling terminal and its standard streams, except
  /// where a stream is given another place.
  var terminal: PseudoTerminal?

  /// The same with `words` before the program: `strace …`, `sh -c …`.
  func under(_ words: [String]) -> Launch {
    var copy = self
    copy.words = words + self.words
    return copy
  }

  func run() -> Ending {
    start().wait()
  }

  func start() -> RunningProgram {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let terminal {
      // The first terminal that the leader of a new session opens becomes its own.
      posix_spawn_file_actions_addopen(&actions, 0, terminal.path, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
    var captured: [Int32: CapturedStream] = [:]
    for (number, stream) in [(STDIN_FILENO, input), (STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
      switch stream {
      case .nothing where terminal != nil: break
      case .nothing: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      case .closed: posix_spawn_file_actions_addclose(&actions, number)
      case .file(let path):
        let mode = number == STDIN_FILENO ? O_RDONLY : O_WRONLY
        posix_spawn_file_actions_addopen(&actions, number, path, mode, 0)
      case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      case .captured, .text:
        let file = CapturedStream()
        if case .text(let text) = stream { file.write(text) }
        captured[number] = file
        posix_spawn_file_actions_adddup2(&actions, file.descriptor, number)
      }
    }
    return RunningProgram(
      name: words.joined(separator: " "), pid: spawn(&actions),
      output: captured[STDOUT_FILENO], errors: captured[STDERR_FILENO])
  }

  #if os(Linux)
    /// `POSIX_SPAWN_SETSID`, which the C library keeps from Swift.
    private static let newSession: Int32 = 0x80
  #else
    private static let newSession: Int32 = 0x400
  #endif

  private func spawn(_ actions: inout posix_spawn_file_actions_t) -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // As a shell starts programs, whatever the test's own process ignores or blocks.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let session = terminal == nil ? 0 : Self.newSession
    posix_spawnattr_setflags(
      &attributes, Int16(Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | session))
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for pointer in arguments + variables { free(pointer) }
    }
    var pid: pid_t = 0
    let problem = posix_spawnp(&pid, words[0], &actions, &attributes, arguments, variables)
    guard problem == 0 else { fatalError("\(words[0]): \(String(cString: strerror(problem)))") }
    return pid
  }
}
