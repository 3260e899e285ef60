import CSystem
import LibC

/// A running `usher serve` on a port of its own.
final class Server {
  let port: UInt16
  private let child: Child

  /// Starts the server and waits until it listens.
  /// - Parameters:
  ///   - data: its file; nil keeps nothing.
  ///   - signs: whether its tokens are signed, which is most of what a sign-in costs.
  init(_ lot: Lot, data: String? = nil, signs: Bool = true) throws {
    let words =
      ["serve", "--port", "0", "--field", "port", "--policy-set", "unsigned-tokens=\(!signs)"]
      + (data.map { ["--data", $0] } ?? [])
    child = try Child(lot.usher(words: words), keepingOutput: true)
    let line = child.readLine()
    guard let port = UInt16(line) else {
      _ = try child.wait()
      throw Failure("serve says \"\(line)\" where its port should be")
    }
    self.port = port
  }

  var url: String { "http://127.0.0.1:\(port)" }

  /// The moment before the program was started.
  var started: ContinuousClock.Instant { child.started }

  /// The memory it has now, in bytes; nil where the system does not say.
  var memory: Int? {
    let status = try? Program(Program.find("cat"), "/proc/\(child.processID)/status", environment: [:])
      .run(keepingOutput: true)
    let line = status?.output.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    let kilobytes = line?.split { $0 == " " || $0 == "\t" }.dropFirst().first
    return kilobytes.flatMap { Int($0) }.map { $0 * 1024 }
  }

  /// The processor time it has taken so far; nil where the system does not say.
  var cpu: Duration? {
    let nanoseconds = csystem_processor_time(child.processID)
    return nanoseconds < 0 ? nil : .nanoseconds(nanoseconds)
  }

  /// Stops it, waits until everything is on disk, and says what it took.
  @discardableResult
  func stop() throws -> Run {
    kill(child.processID, SIGTERM)
    return try child.wait()
  }
}
