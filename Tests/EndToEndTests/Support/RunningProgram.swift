import Essentials
import IdentityToolkit
import LibC
import Testing

/// A program that was started; it does not outlive this value.
final class RunningProgram {
  let pid: pid_t
  private let name: String
  private let output: CapturedStream?
  private let errors: CapturedStream?
  private var ending: Ending?

  init(name: String, pid: pid_t, output: CapturedStream?, errors: CapturedStream?) {
    self.name = name
    self.pid = pid
    self.output = output
    self.errors = errors
  }

  deinit {
    if ending == nil { end() }
  }

  func send(_ signal: Int32) {
    kill(pid, signal)
  }

  /// Waits until the program ends; one that does not in time has failed the test.
  @discardableResult
  func wait() -> Ending {
    if let ending { return ending }
    let limit = Duration.seconds(3600)
    let deadline = ContinuousClock.now + limit
    var status: Int32 = 0
    while waitpid(pid, &status, WNOHANG) == 0 {
      if ContinuousClock.now > deadline {
        Issue.record("still running after \(limit): \(name)")
        return end()
      }
      usleep(500)
    }
    return finish(status)
  }

  /// Waits until there is a whole line on standard output, and gives it.
  func firstLine() throws -> String {
    String(try wait(forOutput: "\n").prefix { $0 != "\n" })
  }

  /// Waits until standard output holds `text`, and gives all of it.
  @discardableResult
  func wait(forOutput text: String) throws -> String {
    let deadline = ContinuousClock.now + .seconds(3600)
    while ContinuousClock.now < deadline {
      if let output = output?.text, output.firstRange(of: text) != nil { return output }
      usleep(500)
    }
    throw NothingSaid(errors: errors?.text ?? "")
  }

  struct NothingSaid: Error { var errors: String }

  @discardableResult
  private func end() -> Ending {
    var status: Int32 = 0
    kill(pid, SIGKILL)
    waitpid(pid, &status, 0)
    return finish(status)
  }

  private func finish(_ status: Int32) -> Ending {
    let signal = status & 0x7F
    let ending = Ending(
      status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, signal: signal == 0 ? nil : signal,
      output: output?.text ?? "", errors: errors?.text ?? "")
    self.ending = ending
    return ending
  }
}

/// What a program that ended leaves.
struct Ending: Equatable {
  /// As a shell sees it: 128 and the number for a signal.
  var status: Int32
  /// The signal that it died of.
  var signal: Int32?
  var output: String
  var errors: String

  /// The result without its last newline.
  var line: String { output.hasSuffix("\n") ? String(output.dropLast()) : output }
  /// The one JSON object on standard output.
  var result: JSONValue { get throws { try JSONValue(text: output) } }
  /// The one error object on standard error.
  var error: JSONValue { get throws { try #require(JSONValue(text: errors)["error"]) } }

  /// Traps and aborts, however they came about.
  var isCrash: Bool { [132, 133, 134, 135, 136, 139].contains(status) }
}

extension JSONValue {
  init(text: String) throws {
    self = try JSONValue(parsing: Data(text.utf8))
  }

  /// A member of a member: `value["a", "b"]`.
  subscript(path: String...) -> JSONValue? {
    path.reduce(self as JSONValue?) { $0?[$1] }
  }
}
