import CommandKit
import Essentials
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
        .nobodyAnswered, "nobody answered in time", hint: "try again with a longer --wait-limit",
        retry: .same)
    case .interrupted:
      self.init(.interrupted, Text("interrupted"), retry: .same)
    case .notATerminal:
      self.init(.noTerminal, "usher cannot ask you: there is no terminal", retry: .newInput)
    case .lineTooLong:
      self.init(.lineTooLong, "the line is too long for the terminal", retry: .newInput)
    case .notText:
      self.init(.notText, "the text that you typed is not UTF-8", retry: .newInput)
    case .io(let reason):
      self.init(.io, "the terminal failed (\(reason))", retry: .same)
    }
  }

  /// The result could not be written.
  init(_ error: OutputError) {
    let reason: Text =
      switch error {
      case .full: "no room on the disk"
      case .brokenPipe: "the program that reads it has ended"
      case .closed: "it is closed"
      case .failed(let reason): Text(verbatim: reason)
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
