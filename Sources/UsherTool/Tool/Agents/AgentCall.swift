import Essentials
import LibC
import TerminalIO

/// A command that runs for an agent, in a process of its own.
///
/// So calls run beside each other, and one that is canceled, hangs or breaks takes none of the others along.
final class AgentCall {
  /// What the agent wants of the command.
  enum Purpose {
    case tool(AgentTool)
    case user(NewTestUser)
    case resource(uri: String)
  }

  let purpose: Purpose
  let command: AgentCommand
  private(set) var output: [UInt8] = []
  private(set) var errors: [UInt8] = []
  private var process: pid_t?
  /// The ends of the pipes that are still open.
  private var ends: [(descriptor: Int32, isOutput: Bool)] = []

  init(_ command: AgentCommand, for purpose: Purpose) {
    (self.command, self.purpose) = (command, purpose)
  }

  /// More than any result has.
  private static let limit = 8 << 20

  /// The descriptors to wait for; empty if the command has ended.
  var descriptors: [Int32] { ends.map(\.descriptor) }

  /// Starts the command, and returns whether that was possible.
  func start(_ environment: [String: String]) -> Bool {
    var pipes: [(reader: Int32, writer: Int32)] = []
    while pipes.count < 3 {
      guard let pipe = ChildProgram.pipe() else {
        let problem = errno
        for end in pipes.flatMap({ [$0.reader, $0.writer] }) { close(end) }
        errno = problem
        return false
      }
      pipes.append(pipe)
    }
    let (input, results, failures) = (pipes[0], pipes[1], pipes[2])
    process = ChildProgram.start(
      [ChildProgram.own] + command.words, environment, input: input.reader, output: results.writer,
      errors: failures.writer)
    let problem = errno
    for end in [input.reader, results.writer, failures.writer] { close(end) }
    // A pipe takes so few bytes at once: values and users have a limit. A command that has ended already says why.
    try? FileOutput(descriptor: input.writer).write(command.input)
    close(input.writer)
    ends = [(results.reader, true), (failures.reader, false)]
    if process == nil { closeAll() }
    errno = problem
    return process != nil
  }

  /// Reads what the command has written to one of the descriptors.
  func read(_ descriptor: Int32) {
    guard let index = ends.firstIndex(where: { $0.descriptor == descriptor }) else { return }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = LibC.read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    if count <= 0 {
      close(descriptor)
      ends.remove(at: index)
    } else if ends[index].isOutput {
      output += buffer[..<count]
    } else {
      errors += buffer[..<count]
    }
    if output.count + errors.count > Self.limit, let process { kill(process, SIGKILL) }
  }

  /// Waits for the command, which has closed its output, and returns its exit status.
  func status() -> Int32 {
    guard let process else { return 126 }
    self.process = nil
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return ChildProgram.Ending(status).status
  }

  /// Ends the command. Nobody wants its answer any more.
  func abandon() {
    closeAll()
    if let process { ChildProgram.end(process, waits: false) }
    process = nil
  }

  private func closeAll() {
    for end in ends { close(end.descriptor) }
    ends = []
  }
}
