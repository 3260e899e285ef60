import AuthClient
import CommandKit
package import Crypto
import CurlTransport
package import Essentials
package import Flows
package import HTTP
import IdentityToolkit
import LibC
import PrivateFiles
import SecurityKeys
package import TerminalIO
import Testing
package import UsherTool

/// The tool in a folder of its own, run in process with a clock, a terminal and captured output.
package final class ToolHarness {
  package let folder = TemporaryFolder()
  package let clock = TestClock()
  package var environment: [String: String] = [:]
  /// What answers in place of servers that have an address; libcurl if nil.
  package var network: (any HTTPTransport)?
  /// Where unpredictable bytes come from.
  package var random: RandomSource = SecureRandom.bytes
  /// Where commands are run, as far as they ask.
  package var currentFolder: String
  /// The security keys that are plugged in; none.
  package var securityKeys = SecurityKeyPorts(
    connected: { [] }, open: { (_) throws(SecurityKeyError) in throw .noDevice })
  /// The addresses of this machine in networks, by the wildcard address that covers them.
  package var networkAddresses: [String: [String]] = [:]
  /// What the tool was built from.
  package var build = Release.Build()
  /// The translations of every run.
  package var catalog = Catalog.checkingTemplate
  /// Called when a command waits, before the clock moves on.
  package var onPause: (() -> Void)?

  /// - Parameter isFirstRun: Nothing is there yet. Otherwise the embedded server has its signing key, which
  ///   takes long to make.
  package init(isFirstRun: Bool = false) {
    // As the program does when it starts: one that was run may be gone before it has read all.
    signal(SIGPIPE, SIG_IGN)
    currentFolder = folder.path
    environment["USHER_CONFIG_DIR"] = configFolder
    if isFirstRun { return }
    mkdir(configFolder, 0o700)
    for (name, content) in EmbeddedDatabase.files { folder.write(content, to: "config/" + name) }
  }

  /// What host programs' sign-ins print.
  private let hostOutput = CapturedFile()
  package var hostMessages: String { hostOutput.text }

  /// Where state and embedded server are kept.
  package var configFolder: String { folder.path + "/config" }

  /// What a run left behind.
  package struct Outcome: Equatable {
    package var status: Int32
    package var output: String
    package var errors: String

    package init(_ status: Int32, output: String = "", errors: String = "") {
      self.status = status
      self.output = output
      self.errors = errors
    }

    /// The lines on standard output.
    package var lines: [String] { output.split(separator: "\n").map(String.init) }
    /// The result, or the error object where there is no result.
    package var json: JSONValue? {
      let text = output.isEmpty ? errors : output
      return try? JSONValue(parsing: Data(text.utf8))
    }
  }

  /// Runs `usher words…`; nobody is there to be asked unless a terminal is given.
  @discardableResult
  package func run(
    _ words: String..., input: String = "", terminal: (any Terminal)? = nil
  ) -> Outcome {
    run(words, input: input, terminal: terminal)
  }

  @discardableResult
  package func run(
    _ words: [String], input: String = "", terminal: (any Terminal)? = nil, outputTo path: String? = nil
  ) -> Outcome {
    let output = path.map(CapturedFile.init(path:)) ?? CapturedFile()
    let errors = CapturedFile()
    let standardInput = CapturedFile(input)
    let world = world(terminal, output, errors, standardInput, catalog)
    let status = Tool.run(CommandWords(words), in: world)
    let outcome = Outcome(status, output: output.text, errors: errors.text)
    checkNextStep(of: outcome)
    return outcome
  }

  /// The world in which `host` signs its users in at `terminal`.
  package func world(for host: HostProgram, _ catalog: Catalog, at terminal: any Terminal) -> World {
    world(terminal, hostOutput, hostOutput, hostOutput, catalog, host)
  }

  private func world(
    _ terminal: (any Terminal)?, _ output: CapturedFile, _ errors: CapturedFile,
    _ standardInput: CapturedFile,
    _ catalog: Catalog, _ host: HostProgram? = nil
  ) -> World {
    // Commands wait on the thread that runs them.
    nonisolated(unsafe) let onPause = onPause
    return World(
      environment: Environment(environment),
      terminal: terminal ?? ScriptedTerminal(isInteractive: false),
      standardOutput: FileOutput(descriptor: output.descriptor),
      standardError: FileOutput(descriptor: errors.descriptor),
      standardInput: FileInput(descriptor: standardInput.descriptor),
      now: { [clock] in clock.now }, random: random,
      uptime: { [clock] in .seconds(clock.now.timeIntervalSince1970) }, currentFolder: currentFolder,
      pause: { [clock] in
        onPause?()
        clock.advance(Double($0.components.seconds) + Double($0.components.attoseconds) / 1e18)
      },
      network: { [network] _ in network ?? CurlTransport() }, securityKeys: securityKeys,
      networkAddresses: { [networkAddresses] in networkAddresses[$0] ?? [] },
      osRelease: folder.path + "/os-release",
      build: build, catalog: catalog, host: host)
  }

  /// A script must learn what it has to add to the command that goes on after an error, in whatever test it occurs.
  private func checkNextStep(of outcome: Outcome) {
    guard outcome.errors.hasPrefix("{"), let step = outcome.json?["error"]?["next_step"],
      let words = step["argv"]?.array?.compactMap(\.string), words.count > 1, step["needs"] == []
    else { return }
    // A number that is proven already needs no code.
    let pending = words.firstIndex(of: "--pending").map { words[$0 + 1] }.flatMap { PendingID(rawValue: $0) }
    if let pending, case .phoneProof? = try? state.pending(pending)?.step.kind { return }
    #expect(!["confirm-code", "complete-link"].contains(words[1]), "\(outcome)")
  }

  /// The state as it is on disk.
  package var state: SavedState {
    get throws {
      try StateFile(folder: environment["USHER_CONFIG_DIR"] ?? "", wait: LockWait(limit: .seconds(3600)))
        .read()
    }
  }

  /// The newest code that the embedded server sent to `number`.
  package func code(for number: String = ToolHarness.number) -> String {
    run("local", "outbox", "--phone", number, "--latest", "--field", "code").lines.first ?? ""
  }

  /// How many messages the embedded server has sent.
  package var sentMessages: Int? {
    run("local", "outbox", "--endpoint", "local", "--json").json?["messages"]?.array?.count
  }

  /// A number of nobody in particular.
  package static let number = "+16505550123"

  /// Signs `number` in, for tests of what comes after.
  @discardableResult
  package func signIn(_ number: String = ToolHarness.number, as name: String? = nil) -> Outcome {
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

  /// A file or device that is there already.
  init(path: String) {
    descriptor = open(path, O_WRONLY)
    guard descriptor >= 0 else { fatalError("\(path) cannot be opened") }
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
