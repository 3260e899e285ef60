import AuthClient
import CommandKit
import Essentials
import HTTP
import HTTPListener
import TerminalIO

extension Diagnosis {
  /// Whatever a command may throw.
  init(_ error: any Error, now: Date) {
    self =
      switch error {
      case let diagnosis as Diagnosis: diagnosis
      case let error as AuthError: Diagnosis(error, now: now)
      case let error as HTTPError: Diagnosis(error)
      case let error as StorageFailure: Diagnosis(error)
      case let error as StateError: Diagnosis(error)
      case let error as StateLocationError: Diagnosis(error)
      case let error as TerminalError: Diagnosis(error)
      case let error as OutputError: Diagnosis(error)
      case let error as ListenError: Diagnosis(error)
      case let error as QRCodeError: Diagnosis(error)
      default: Diagnosis("usher/unexpected", .failure, "something unexpected went wrong: \(error)")
      }
  }

  init(_ usage: UsageExplanation) {
    self.init("usher/usage", .usage, usage.message, hint: usage.hint, retry: .newInput)
  }

  /// The tool's own state could not be used.
  init(_ error: StateError) {
    let untouched = "it was not touched"
    switch error {
    case .unreadable(let path, let reason):
      self.init("usher/state-unreadable", .permission, "cannot read \(path) (\(reason))")
    case .unsafe(let path, let reason):
      self.init(
        "usher/state-unsafe", .permission, "\(path) is not safe to use: \(reason)",
        hint: "it holds tokens: make it yours alone with chmod, or move it away; " + untouched)
    case .corrupt(let path, let reason):
      self.init(
        "usher/state-corrupt", .config, "\(path) is damaged: \(reason)",
        hint: "repair it, or move it away to start afresh; " + untouched)
    case .newer(let path, let version):
      self.init(
        "usher/state-newer", .config, "\(path) was written by a newer usher (version \(version))",
        hint: "update usher, or set USHER_CONFIG_DIR to another folder; " + untouched)
    case .notWritable(let path, let reason):
      self.init(
        "usher/cannot-write", .cantCreate, "cannot write \(path) (\(reason))",
        hint: "set USHER_CONFIG_DIR to a folder of yours, or use --no-store")
    case .diskFull(let path):
      self.init(
        "usher/disk-full", .io, "no room on the disk for \(path)",
        hint: "free some space; what was saved is intact",
        retry: .same)
    case .busy(let path):
      self.init(
        "usher/busy", .tempFail, "another usher kept \(path) locked for the whole wait",
        hint: "try again; --timeout waits longer", retry: .same)
    case .failed(let path, let reason):
      self.init("usher/io", .io, "cannot use \(path) (\(reason))", retry: .same)
    }
  }

  init(_ error: StateLocationError) {
    switch error {
    case .emptyVariable(let name):
      self.init(
        "usher/empty-variable", .config, "\(name) is set but empty", hint: "give it a value, or unset it")
    case .noHome:
      self.init(
        "usher/no-home", .config, "HOME is not set", hint: "set it, or USHER_CONFIG_DIR, or use --no-store")
    case .relativeHome(let home):
      self.init("usher/no-home", .config, "HOME is '\(home)', not an absolute path")
    }
  }

  init(_ error: TerminalError) {
    switch error {
    case .endOfInput:
      self.init("usher/no-input", .noInput, "the input ended", retry: .newInput)
    case .timedOut:
      self.init(
        "usher/nobody-answered", .tempFail, "nobody answered in time", hint: "--wait-limit waits longer",
        retry: .same)
    case .interrupted:
      self.init("usher/interrupted", .failure, "interrupted", retry: .same)
    case .notATerminal:
      self.init("usher/no-terminal", .usage, "there is no terminal to ask at", retry: .newInput)
    case .lineTooLong:
      self.init("usher/line-too-long", .data, "the line is longer than a terminal delivers", retry: .newInput)
    case .notText:
      self.init("usher/not-text", .data, "what was typed is not UTF-8 text", retry: .newInput)
    case .io(let reason):
      self.init("usher/io", .io, "the terminal failed (\(reason))", retry: .same)
    }
  }

  /// The server could not listen.
  init(_ error: ListenError) {
    switch error {
    case .libraryMissing(let package):
      self = .libraryMissing(package)
    case .notAnAddress(let host):
      self.init("usher/bad-address", .usage, "'\(host)' is no IP address to listen on", retry: .newInput)
    case .addressNotAvailable(let host):
      self.init("usher/bad-address", .unavailable, "\(host) is no address of this machine", retry: .newInput)
    case .portTaken(let port):
      self.init(
        "usher/port-taken", .unavailable, "port \(port) is taken",
        hint: "choose another; 0 is any free one", retry: .newInput)
    case .portNotPermitted(let port):
      self.init("usher/port-not-permitted", .permission, "port \(port) is the system's", retry: .newInput)
    case .failed(let reason):
      self.init("usher/cannot-listen", .unavailable, "cannot listen (\(reason))", retry: .same)
    }
  }

  /// There is no QR code to be shown or written.
  init(_ error: QRCodeError) {
    switch error {
    case .libraryMissing(let package): self = .libraryMissing(package)
    case .tooLong: self.init("usher/qr-too-long", .data, "the text is too long for a QR code")
    case .failed: self.init("usher/qr-failed", .failure, "the QR code could not be made")
    }
  }

  private static func libraryMissing(_ package: String) -> Diagnosis {
    Diagnosis(
      "usher/library-missing", .unavailable, "the library \(package) is not installed",
      hint: "install it with: apt-get install \(package)")
  }

  /// The result could not be written.
  init(_ error: OutputError) {
    let reason =
      switch error {
      case .full: "no room on the disk"
      case .brokenPipe: "the reader went away"
      case .closed: "it is closed"
      case .failed(let reason): reason
      }
    self.init("usher/output-lost", .io, "cannot write the result (\(reason))", retry: .same)
  }
}
