import AuthClient
import CommandKit
import Crypto
import CurlTransport
import Essentials
import HTTP
package import IdentityToolkit
import LibC
package import TerminalIO
package import UsherTool

/// The tool in a folder of its own, run in process with a clock, a terminal and captured output.
package final class ToolHarness {
  package let folder = TemporaryFolder()
  package let clock = TestClock()
  package var environment: [String: String] = [:]

  package init() {
    environment["USHER_CONFIG_DIR"] = folder.path + "/config"
  }

  /// What a run left behind.
  package struct Outcome: Equatable {
    package var status: Int32
    package var output: String
    package var errors: String

    /// The lines on standard output.
    package var lines: [String] { output.split(separator: "\n").map(String.init) }
    /// The result, or the error object where there is no result.
    package var json: JSONValue? {
      let text = output.isEmpty ? errors : output
      return try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }
  }

  /// Runs `usher words…`; nobody is there to be asked unless a terminal is given.
  @discardableResult
  package func run(
    _ words: String..., input: String = "", terminal: (any Terminal)? = nil
  ) -> Outcome {
    run(words, input: input, terminal: terminal)
  }

  package func run(
    _ words: [String], input: String = "", terminal: (any Terminal)? = nil
  ) -> Outcome {
    let output = CapturedFile()
    let errors = CapturedFile()
    let standardInput = CapturedFile(input)
    let context = Context(
      environment: Environment(environment),
      terminal: terminal ?? ScriptedTerminal(isInteractive: false),
      standardOutput: FileOutput(descriptor: output.descriptor),
      standardError: FileOutput(descriptor: errors.descriptor),
      standardInput: FileInput(descriptor: standardInput.descriptor),
      now: { [clock] in clock.now }, random: SecureRandom.bytes,
      pause: { [clock] in
        clock.advance(Double($0.components.seconds) + Double($0.components.attoseconds) / 1e18)
      },
      network: { _ in CurlTransport() })
    let status = Tool.run(CommandWords(words), in: context)
    return Outcome(status: status, output: output.text, errors: errors.text)
  }

  /// The state as it is on disk.
  package var state: SavedState {
    get throws {
      try StateFile(folder: environment["USHER_CONFIG_DIR"] ?? "", wait: LockWait(limit: .seconds(5))).read()
    }
  }

  /// The newest code that the embedded server sent to `number`.
  package func code(for number: String) -> String {
    run("local", "outbox", "--phone", number, "--latest", "--field", "code").lines.first ?? ""
  }

  /// Signs `number` in, for tests of what comes after.
  package func signIn(_ number: String = "+16505550123", as name: String? = nil) -> Outcome {
    let session = name.map { ["--as", $0] } ?? []
    _ = run(["verify-phone", number, "--json"] + session)
    return run(["confirm-code", code(for: number), "--json"] + session)
  }
}

/// A descriptor whose content can be read back.
private final class CapturedFile {
  let descriptor: Int32

  init(_ content: String = "") {
    guard let file = tmpfile() else { fatalError("no temporary file can be made") }
    fputs(content, file)
    fflush(file)
    descriptor = dup(fileno(file))
    fclose(file)
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit {
    close(descriptor)
  }

  var text: String {
    lseek(descriptor, 0, SEEK_SET)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
