import CSystem
import LibC

/// A running `usher serve` on its own port.
final class Server {
  let port: UInt16
  private let child: Child

  /// Starts the server and waits until it listens.
  /// - Parameters:
  ///   - data: The database file; nil means that nothing is stored.
  ///   - signs: Whether tokens are signed. Signing is most of the cost of a sign-in.
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

  /// The time just before the program started.
  var started: ContinuousClock.Instant { child.started }

  /// The present memory in bytes; nil if the system does not tell.
  var memory: Int? {
    let status = try? Program(Program.find("cat"), "/proc/\(child.processID)/status", environment: [:])
      .run(keepingOutput: true)
    let line = status?.output.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    let kilobytes = line?.split { $0 == " " || $0 == "\t" }.dropFirst().first
    return kilobytes.flatMap { Int($0) }.map { $0 * 1024 }
  }

  /// The processor time so far; nil if the system does not tell.
  var cpu: Duration? {
    let nanoseconds = csystem_processor_time(child.processID)
    return nanoseconds < 0 ? nil : .nanoseconds(nanoseconds)
  }

  /// Stops the server, waits until everything is on disk, and returns what it used.
  @discardableResult
  func stop() throws -> Run {
    kill(child.processID, SIGTERM)
    return try child.wait()
  }
}
