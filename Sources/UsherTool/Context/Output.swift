import CommandKit
import IdentityToolkit
import TerminalIO

extension Context {
  /// The width help is wrapped at.
  var width: Int {
    min(max(environment["COLUMNS"].flatMap { Int($0) } ?? 80, 40), 120)
  }

  /// `message` for standard error, in a terminal's lines where that is one.
  func wrapped(_ message: String) -> String {
    WrappedText.lines(message, columns: standardError.isTerminal ? terminal.columns : nil)
  }

  /// How many columns a line of the result has; nil where it does not go to a terminal.
  var outputColumns: Int? { standardOutput.isTerminal ? terminal.columns : nil }

  func writeText(_ text: String) throws {
    try standardOutput.write(text)
  }

  /// Writes a command's one result.
  func write<Result>(_ report: Report<Result>, of command: String) throws {
    if let path = options.field {
      guard let value = FieldPath(path).value(in: object(report, of: command)) else {
        exitStatus = ExitCode.failure.rawValue
        return tell("this result has no \(path); its status is \(report.status.rawValue)")
      }
      // Exact for programs; a terminal would obey what a stranger wrote into a name.
      try standardOutput.write((standardOutput.isTerminal ? SafeText.line(value.bare) : value.bare) + "\n")
    } else if wantsJSON {
      try standardOutput.write(object(report, of: command).text + "\n")
    } else if !(options.quiet && report.isConfirmation) {
      try standardOutput.write(report.lines.map { SafeText.line($0) + "\n" }.joined())
      for note in report.notes { tell(note) }
    }
    if report.status == .moreNeeded { exitStatus = ExitCode.moreNeeded.rawValue }
  }

  private func object<Result>(_ report: Report<Result>, of command: String) -> JSONValue {
    envelope(command, status: report.status.rawValue).object(around: report.result)
  }

  private func envelope(_ command: String?, status: String) -> Envelope {
    Envelope(
      command: command, status: status, profile: knownDestination?.profile, endpoint: knownDestination?.name,
      warnings: warnings)
  }

  /// Writes a failure to standard error, whatever else is to be quiet.
  func tell(of diagnosis: Diagnosis, command: String?, usage: String? = nil) {
    var diagnosis = diagnosis
    diagnosis.hint = diagnosis.hint(at: knownDestination)
    diagnosis = completed(diagnosis)
    // Where no command makes the sign-in recent, another try is no next step.
    if diagnosis.exit == .reauthNeeded, let command, let hint = diagnosis.hint, hint.argv != nil {
      let again = completed(["usher"] + command.split(separator: " ").map(String.init))
      diagnosis.hint = hint.then("then run again", again)
    }
    let text =
      if wantsJSON {
        envelope(command, status: "error").object(around: diagnosis.result).text
      } else {
        // A line each: foreign text in one must not look like another.
        [
          line(.error, diagnosis.message), usage.map { SafeText.line("usage: " + $0) },
          diagnosis.hint.map { SafeText.line("hint: " + $0.text) },
        ]
        .compactMap(\.self).map(wrapped).joined(separator: "\n")
      }
    try? standardError.write(text + "\n")
  }
}

extension Diagnosis {
  /// As scripts are told.
  fileprivate var result: ErrorResult {
    ErrorResult(
      error: .init(
        code: code, exit: exit.rawValue, message: message, serverCode: serverCode, retry: retry.rawValue,
        retryAfter: retryAfter, triesLeft: triesLeft, hint: hint?.text,
        nextStep: nextStep.map { ErrorResult.NextStep(argv: $0) }))
  }
}
