import CSystem
import CommandKit
import Crypto
import CurlTransport
package import Essentials
import Flows
import HTTP
import LibC
import SwiftOverlayShims
import TerminalIO

extension Tool {
  /// Runs the whole program with this process's words, files, clock and signals.
  package static func main(_ build: Release.Build) -> Never {
    csystem_protect_memory()
    FileOutput.reserveStandardDescriptors()
    // A closed pipe or a file size limit must cause a write error, not end the process.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    Interruption.watch()
    let words = CommandWords.ofThisProcess
    let world = World.live(build)
    let run = ToolRun(words, in: world)
    CryptoLibrary.whenMissing {
      // Exit at once, so that running work stops as if the process were killed.
      _exit(run.context.fail(.libraryMissing(SystemLibrary.crypto.rawValue)))
    }
    let status = run.status()
    if let signal = Interruption.signal, status == 128 + signal { Interruption.die(of: signal) }
    // End by the same signal as the child program, so that a calling shell sees the same status.
    if let signal = run.context.output.programsSignal { Interruption.die(of: signal) }
    LibC.exit(status)
  }
}

extension World {
  fileprivate static func live(_ build: Release.Build) -> World {
    let environment = Environment.ofThisProcess
    let host = environment["USHER_PROGRAM"].map { HostProgram(signIn: $0) }
    var catalog = Catalog.ofReader(environment)
    catalog.program = host?.name
    return live(environment, catalog, build, host)
  }

  /// The world in which `host` signs its users in, with `catalog` for its texts.
  ///
  /// The user's settings of usher do not count.
  package static func live(for host: HostProgram, _ catalog: Catalog) throws -> World {
    var variables = Environment.ofThisProcess.variables.filter { name, _ in
      !name.hasPrefix("USHER_") && name != "FIREBASE_AUTH_EMULATOR_HOST"
    }
    // The program may have files of its own in its folder.
    variables["USHER_CONFIG_DIR"] =
      try StateLocation(environment: variables, program: host.name).folder + "/usher"
    return live(Environment(variables), catalog, Release.Build(), host)
  }

  private static func live(
    _ environment: Environment, _ catalog: Catalog, _ build: Release.Build, _ host: HostProgram?
  ) -> World {
    World(
      environment: environment, terminal: SystemTerminal(catalog: catalog), standardOutput: .standardOutput,
      standardError: .standardError, standardInput: FileInput(interruption: Interruption.descriptor),
      now: { .nowInMilliseconds },
      random: SecureRandom.bytes, uptime: { .uptime }, currentFolder: .currentFolder,
      pause: Interruption.sleep, interruption: { Interruption.signal },
      forgetInterruption: Interruption.forget, network: { CurlTransport(.init($0)) }, build: build,
      catalog: catalog,
      pageCatalog: { accepted in
        var pages = Catalog.accepted(by: accepted, ofReader: catalog)
        pages.program = host?.name
        return pages
      },
      host: host)
  }
}

extension CommandWords {
  /// The words as the loader passed them. The standard library reads them from /proc, which may be missing.
  fileprivate static var ofThisProcess: CommandWords {
    guard let arguments = csystem_arguments() else {
      return CommandWords(argumentCount: CommandLine.argc, arguments: CommandLine.unsafeArgv)
    }
    return CommandWords(argumentCount: csystem_argument_count(), arguments: arguments)
  }
}

extension Environment {
  fileprivate static var ofThisProcess: Environment {
    var variables: [String: String] = [:]
    var malformed: [String] = []
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      if String(validatingCString: entry) == nil { malformed.append(String(text.prefix { $0 != "=" })) }
      if let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
        variables[String(text[..<equals])] = String(text[text.utf8.index(after: equals)...])
      }
      next += 1
    }
    return Environment(variables, malformed: malformed)
  }
}

extension CurlTransport.Configuration {
  fileprivate init(_ settings: NetworkSettings) {
    self.init()
    requestDeadline = settings.deadline
    // A longer time limit for requests also allows a longer time to connect: 5 seconds per minute.
    connectDeadline = max(connectDeadline, settings.deadline / 12)
    if let file = settings.caFile { trust = .file(file) }
    proxy = settings.proxy
    userAgent = "usher/\(Release.version)"
    isInterrupted = { Interruption.signal != nil }
  }
}

extension Date {
  /// The current time, rounded down to milliseconds.
  fileprivate static var nowInMilliseconds: Date {
    // Round in the unit of `Date`, seconds since 2001, to avoid rounding errors in the last digits.
    Date(timeIntervalSinceReferenceDate: (Date().timeIntervalSinceReferenceDate * 1000).rounded(.down) / 1000)
  }
}

extension Duration {
  /// The time since a fixed moment before this process started.
  fileprivate static var uptime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

extension String {
  /// The current folder; empty if it does not exist any more.
  fileprivate static var currentFolder: String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }
}
