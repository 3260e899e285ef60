import CommandKit
import TerminalIO

// The terminal, the output, and what is drawn there.

extension Diagnosis {
  /// The person could not be asked.
  init(_ error: TerminalError) {
    switch error {
    case .endOfInput:
      self.init(.noInput, "the input ended", retry: .newInput)
    case .timedOut:
      self.init(
        .nobodyAnswered, "nobody answered in time", hint: "--wait-limit waits longer",
        retry: .same)
    case .interrupted:
      self.init(.interrupted, "interrupted", retry: .same)
    case .notATerminal:
      self.init(.noTerminal, "there is no terminal to ask at", retry: .newInput)
    case .lineTooLong:
      self.init(.lineTooLong, "the line is longer than a terminal delivers", retry: .newInput)
    case .notText:
      self.init(.notText, "what was typed is not UTF-8 text", retry: .newInput)
    case .io(let reason):
      self.init(.io, "the terminal failed (\(reason))", retry: .same)
    }
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
    self.init(.outputLost, "cannot write the result (\(reason))", retry: .same)
  }

  /// There is no QR code to be shown or written.
  init(_ error: QRCodeError) {
    switch error {
    case .libraryMissing(let name): self = .libraryMissing(name)
    case .tooLong: self.init(.qrTooLong, "the text is too long for a QR code")
    case .failed: self.init(.qrFailed, "the QR code could not be made")
    }
  }

  /// The library called `name` is not there.
  static func libraryMissing(_ name: String) -> Diagnosis {
    var diagnosis = Diagnosis(
      .libraryMissing, "the library \(name) is not installed")
    diagnosis.library = SystemLibrary(rawValue: name)
    return diagnosis
  }
}
