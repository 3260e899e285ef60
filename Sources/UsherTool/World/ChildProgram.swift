import CSystem
import Essentials
import LibC
import TerminalIO

/// Runs other programs, without usher's secrets in their environment.
enum ChildProgram {
  /// Returns the first line that the shell command `command` prints, without waiting for more output.
  static func firstLine(
    of command: String, _ environment: Environment, within limit: Duration
  ) throws(Diagnosis) -> String {
    guard let pipe = Self.pipe() else { throw cannotRun(command) }
    let child = start(
      ["/bin/sh", "-c", command], environment.forChildren, output: pipe.writer)
    close(pipe.writer)
    guard let child else {
      close(pipe.reader)
      throw cannotRun(command)
    }
    let input = FileInput(descriptor: pipe.reader, interruption: Interruption.descriptor)
    let line = Result { () throws(Diagnosis) in try input.text(line: true, within: limit) }
    close(pipe.reader)
    let status = end(child)
    // SIGPIPE is normal: the program may write more after the first line.
    if let status, status != 0, status != 128 + SIGPIPE {
      throw Diagnosis(.codeCommand, "the program ended with status \(status)")
    }
    return try line.get()
  }

  /// Returns a pipe that a child inherits only where `start` gives it an end.
  ///
  /// Returns nil and sets `errno` if that fails.
  static func pipe() -> (reader: Int32, writer: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard LibC.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Waits up to 250 ms for the child to end, then terminates it, and kills it if it does not listen.
  ///
  /// - Parameter waits: Whether to wait before it is terminated.
  /// - Returns: Its exit status if it ended by itself.
  @discardableResult
  static func end(_ child: pid_t, waits: Bool = true) -> Int32? {
    if waits, let status = status(of: child) { return Ending(status).status }
    kill(child, SIGTERM)
    guard status(of: child) == nil else { return nil }
    kill(child, SIGKILL)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return nil
  }

  /// Returns how the child ended; nil if it still runs after 250 ms.
  private static func status(of child: pid_t) -> Int32? {
    var status: Int32 = 0
    for _ in 0..<50 {
      if waitpid(child, &status, WNOHANG) != 0 { return status }
      usleep(5_000)
    }
    return nil
  }

  /// Writes `text` to a program's standard input, waits until the program ends, and returns its exit status.
  ///
  /// Returns 126 or 127 if the program cannot be run. A program may end before it has read everything.
  static func feed(_ text: String, to words: [String], _ environment: [String: String]) -> Int32 {
    guard let pipe = Self.pipe() else { return 126 }
    let child = start(words, environment, input: pipe.reader)
    close(pipe.reader)
    // Ignore a failed write: the program's exit status says what went wrong.
    try? FileOutput(descriptor: pipe.writer).write(text)
    close(pipe.writer)
    return child.map { wait(for: $0).status } ?? 126
  }

  /// The path of usher itself.
  static var own: String {
    let link = "/proc/self/exe"
    return faccessat(AT_FDCWD, link, X_OK, 0) == 0 ? link : CommandLine.arguments.first ?? "usher"
  }

  /// Starts a program from PATH; returns nil and sets `errno` if that fails.
  static func start(
    _ words: [String], _ environment: [String: String], input: Int32? = nil, output: Int32? = nil,
    errors: Int32? = nil
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    }
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    }
    if let errors {
      posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    }
    // Reset the signals that usher ignores. The system resets those that it handles.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var ignored = sigset_t()
    sigemptyset(&ignored)
    for signal in [SIGPIPE, SIGXFSZ] { sigaddset(&ignored, signal) }
    // If SIGCHLD is ignored, usher cannot learn the child's exit status.
    signal(SIGCHLD, SIG_DFL)
    posix_spawnattr_setsigdefault(&attributes, &ignored)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for pointer in arguments + variables { free(pointer) }
    }
    var child: pid_t = 0
    let problem = posix_spawnp(&child, words[0], &actions, &attributes, arguments, variables)
    errno = problem
    return problem == 0 ? child : nil
  }

  /// Waits until the child ends.
  ///
  /// Forwards signals that ask usher to end. A terminal sends Ctrl-C to the child itself, so an interrupt is forwarded
  /// only without a terminal.
  static func wait(for child: pid_t) -> Ending {
    let end = csystem_child_descriptor(child)
    defer { if end >= 0 { close(end) } }
    var status: Int32 = 0
    var handedOn: Int32?
    while waitpid(child, &status, WNOHANG) == 0 {
      var watched = [Interruption.descriptor, end].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      poll(&watched, nfds_t(watched.count), end < 0 ? 50 : -1)
      if let signal = Interruption.signal {
        Interruption.forget()
        if ![SIGINT, SIGQUIT].contains(signal) || !isInForeground {
          kill(child, signal)
          handedOn = signal
        }
      }
    }
    var ending = Ending(status)
    ending.handedOn = handedOn
    return ending
  }

  /// Whether the terminal sends its signals directly to this process and its children.
  private static var isInForeground: Bool {
    let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return false }
    defer { close(terminal) }
    return tcgetpgrp(terminal) == getpgrp()
  }

  /// The way a child ended.
  struct Ending {
    /// The exit status, or 128 plus the signal's number.
    let status: Int32
    /// The signal that ended the child, if one did.
    let signal: Int32?
    /// The signal to usher that was forwarded to the child.
    var handedOn: Int32?

    /// - Parameter status: The status from `waitpid`.
    init(_ status: Int32) {
      let signal = status & 0x7F
      self.signal = signal == 0 ? nil : signal
      self.status = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
  }

  private static func cannotRun(_ command: String) -> Diagnosis {
    Diagnosis(.codeCommand, "cannot run the code command (\(String(cString: strerror(errno))))")
  }
}
