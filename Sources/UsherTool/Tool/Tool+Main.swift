import CSystem
import CommandKit
import Crypto
import CurlTransport
import Essentials
import Flows
import HTTP
import LibC
import SwiftOverlayShims
import TerminalIO

extension Tool {
  /// The whole program: this process's words, files, clock and signals.
  package static func main(_ build: Release.Build) -> Never {
    csystem_protect_memory()
    FileOutput.reserveStandardDescriptors()
    // A reader that went away and a file that may grow no more are errors of a write, not the end.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    Interruption.watch()
    let words = CommandWords.ofThisProcess
    let world = World.live(build)
    let run = ToolRun(words, in: world)
    CryptoLibrary.whenMissing {
      // At once: whatever is under way is as after a kill.
      _exit(run.context.fail(.libraryMissing(SystemLibrary.crypto.rawValue)))
    }
    let status = run.status()
    if let signal = Interruption.signal, status == 128 + signal { Interruption.die(of: signal) }
    // As its program did, so that a shell that waits for both sees the same.
    if let signal = run.context.output.programsSignal { Interruption.die(of: signal) }
    LibC.exit(status)
  }
}

extension World {
  fileprivate static func live(_ build: Release.Build) -> World {
    World(
      environment: .ofThisProcess, terminal: SystemTerminal(), standardOutput: .standardOutput,
      standardError: .standardError, standardInput: FileInput(interruption: Interruption.descriptor),
      now: { .nowInMilliseconds },
      random: SecureRandom.bytes, uptime: { .uptime }, currentFolder: .currentFolder,
      pause: Interruption.sleep, interruption: { Interruption.signal },
      forgetInterruption: Interruption.forget, network: { CurlTransport(.init($0)) }, build: build)
  }
}

extension CommandWords {
  /// As the loader gave them; the standard library reads them in /proc, which may not be there.
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
    // Who allows a request more time allows it more to get through, too: five seconds of the usual minute.
    connectDeadline = max(connectDeadline, settings.deadline / 12)
    if let file = settings.caFile { trust = .file(file) }
    proxy = settings.proxy
    userAgent = "usher/\(Release.version)"
    isInterrupted = { Interruption.signal != nil }
  }
}

extension Date {
  /// As fine as anybody needs to read it.
  fileprivate static var nowInMilliseconds: Date {
    // Counted as a `Date` is, from 2001: otherwise the last digits would be rounding.
    Date(timeIntervalSinceReferenceDate: (Date().timeIntervalSinceReferenceDate * 1000).rounded(.down) / 1000)
  }
}

extension Duration {
  /// The time since some moment before this process.
  fileprivate static var uptime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

extension String {
  /// Empty where the folder is gone.
  fileprivate static var currentFolder: String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }
}
