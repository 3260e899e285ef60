import CSystem
import Essentials
import LibC
import TerminalIO

/// Runs other programs, without our secrets in their environment.
enum ChildProgram {
  /// The first line that `command`, a line for the shell, prints; whatever it would print then is not waited
  /// for.
  static func firstLine(
    of command: String, _ environment: Environment, within limit: Duration
  ) throws(Diagnosis) -> String {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw cannotRun(command) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let child = start(
      ["/bin/sh", "-c", command], environment.forChildren, output: ends[1])
    close(ends[1])
    guard let child else {
      close(ends[0])
      throw cannotRun(command)
    }
    let input = FileInput(descriptor: ends[0], interruption: Interruption.descriptor)
    let line = Result { () throws(Diagnosis) in try input.text(line: true, within: limit) }
    close(ends[0])
    let status = end(child)
    // Whoever goes on writing after the first line dies of the closed pipe.
    if let status, status != 0, status != 128 + SIGPIPE {
      throw Diagnosis(
        .codeCommand, "the program ended with status \(status)", retry: .newInput)
    }
    return try line.get()
  }

  /// Lets the child end by itself for a moment, else ends it; its exit status if it ended by itself.
  private static func end(_ child: pid_t) -> Int32? {
    var status: Int32 = 0
    for _ in 0..<50 {
      if waitpid(child, &status, WNOHANG) != 0 { return Ending(status).status }
      usleep(5_000)
    }
    kill(child, SIGTERM)
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return nil
  }

  /// Hands `text` to a program's standard input and waits for its end, its exit status; 126 or 127 where it cannot
  /// be run. A program that ends before it has read everything is no error.
  static func feed(_ text: String, to words: [String], _ environment: [String: String]) -> Int32 {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return 126 }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let child = start(words, environment, input: ends[0])
    close(ends[0])
    // What it does not take its status tells.
    try? FileOutput(descriptor: ends[1]).write(text)
    close(ends[1])
    return child.map { wait(for: $0).status } ?? 126
  }

  /// Starts a program found in PATH; nil, with `errno` set, where that does not work.
  static func start(
    _ words: [String], _ environment: [String: String], input: Int32? = nil, output: Int32? = nil
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
    // What we ignore is the child's to decide again; what we only note is reset by itself.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var ignored = sigset_t()
    sigemptyset(&ignored)
    for signal in [SIGPIPE, SIGXFSZ] { sigaddset(&ignored, signal) }
    // Who ignores it never learns how a child ended.
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

  /// Waits for the child's end.
  ///
  /// A signal that asks us to end is handed to the child. Ctrl-C reaches it from the terminal itself, so an
  /// interrupt is handed on only where no terminal sends it.
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

  /// Whether the keys of a terminal reach this process and its children by themselves.
  private static var isInForeground: Bool {
    let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return false }
    defer { close(terminal) }
    return tcgetpgrp(terminal) == getpgrp()
  }

  /// How a child ended.
  struct Ending {
    /// Its exit status, or 128 and the signal's number.
    let status: Int32
    /// The signal that it died of.
    let signal: Int32?
    /// The signal that asked us to end, and that it was handed.
    var handedOn: Int32?

    /// - Parameter status: As `waitpid` gives it.
    init(_ status: Int32) {
      let signal = status & 0x7F
      self.signal = signal == 0 ? nil : signal
      self.status = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
  }

  private static func cannotRun(_ command: String) -> Diagnosis {
    Diagnosis(
      .codeCommand, "cannot run the code command (\(String(cString: strerror(errno))))",
      retry: .newInput)
  }
}
