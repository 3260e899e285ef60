import LibC

/// A program that was started directly, without a shell.
///
/// The kernel counts a child's peak memory from the fork on, so it includes this process's memory. Therefore this
/// process must stay small.
final class Child {
  let processID: pid_t
  let started: ContinuousClock.Instant
  private let program: Program
  private let output: Int32?
  private let complaints: Int32
  private var isOver = false

  init(_ program: Program, keepingOutput: Bool) throws {
    self.program = program
    var pipeEnds: [Int32] = [-1, -1]
    if keepingOutput {
      guard pipe(&pipeEnds) == 0 else { throw Failure("no pipe: \(lastError)") }
      for end in pipeEnds { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
    complaints = Self.anonymousFile()

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    if keepingOutput {
      posix_spawn_file_actions_adddup2(&actions, pipeEnds[1], STDOUT_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, complaints, STDERR_FILENO)

    var processID: pid_t = 0
    var started = ContinuousClock.now
    let code = withCStrings([program.path] + program.words) { words in
      withCStrings(program.environment.map { "\($0)=\($1)" }) { environment in
        started = .now
        return posix_spawn(&processID, program.path, &actions, nil, words, environment)
      }
    }
    if keepingOutput { close(pipeEnds[1]) }
    output = keepingOutput ? pipeEnds[0] : nil
    self.processID = processID
    self.started = started
    guard code == 0 else {
      throw Failure("\(program.path) does not start: \(String(cString: strerror(code)))")
    }
  }

  deinit {
    if !isOver {
      kill(processID, SIGKILL)
      waitpid(processID, nil, 0)
    }
    close(complaints)
    if let output { close(output) }
  }

  /// Returns the next line of the output without its line feed, or the rest if the output ends.
  func readLine() -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while let output, read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  func readAll() -> String {
    guard let output else { return "" }
    return String(decoding: Self.content(of: output), as: UTF8.self)
  }

  /// Waits until the program ends.
  func wait() throws -> Run {
    var status: Int32 = 0
    var usage = rusage()
    while wait4(processID, &status, 0, &usage) < 0, errno == EINTR {}
    let wall = ContinuousClock.now - started
    isOver = true
    guard status == 0 else { throw Failure("\(called) ended with status \(status): \(complaint)") }
    return Run(
      wall: wall, cpu: Duration(usage.ru_utime) + Duration(usage.ru_stime),
      memory: usage.ru_maxrss * (isDarwin ? 1 : 1024))
  }

  private var called: String {
    ([program.path.split(separator: "/").last.map(String.init) ?? ""] + program.words).joined(separator: " ")
  }

  private var complaint: String {
    lseek(complaints, 0, SEEK_SET)
    return String(decoding: Self.content(of: complaints), as: UTF8.self)
  }

  private static func content(of file: Int32) -> [UInt8] {
    var content: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while case let count = read(file, &piece, piece.count), count > 0 { content += piece[..<count] }
    return content
  }

  private static func anonymousFile() -> Int32 {
    var template = Array("/tmp/usher-bench.XXXXXX".utf8CString)
    let file = mkstemp(&template)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    unlink(template)
    return file
  }
}

var lastError: String { String(cString: strerror(errno)) }

#if canImport(Darwin)
  private let isDarwin = true
#else
  private let isDarwin = false
#endif

extension Duration {
  fileprivate init(_ time: timeval) {
    self = .seconds(time.tv_sec) + .microseconds(Int64(time.tv_usec))
  }

  var milliseconds: Double { self / .milliseconds(1) }
  var seconds: Double { self / .seconds(1) }
}

/// Calls `body` with `strings` as a C argument list.
private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = strings.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}
