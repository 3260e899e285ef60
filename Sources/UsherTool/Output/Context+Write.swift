import CommandKit
import IdentityToolkit
import TerminalIO

extension Context {
  /// The width help is wrapped at.
  var width: Int {
    min(max(environment["COLUMNS"].flatMap { Int($0) } ?? 80, 40), 120)
  }

  func writeText(_ text: String) throws {
    try standardOutput.write(text)
  }

  /// Writes a command's one result.
  func write<Result>(_ report: Report<Result>, of command: String) throws {
    if let path = options.field {
      guard let value = FieldPath(path).value(in: object(report, of: command)) else {
        exitStatus = ExitCode.failure.rawValue
        return
      }
      try standardOutput.write(value.bare + "\n")
    } else if wantsJSON {
      try standardOutput.write(object(report, of: command).text + "\n")
    } else if !(options.quiet && report.isConfirmation) {
      try standardOutput.write(report.lines.map { SafeText.lines($0) + "\n" }.joined())
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

  /// Tells of a failure, and gives its exit status.
  func fail(_ error: any Error, _ parsed: Parsed<Context, GlobalOptions>) -> Int32 {
    // The reader went away; there is nobody left to tell.
    if case OutputError.brokenPipe = error { return ExitCode.io.rawValue }
    if interruption() != nil || error as? TerminalError == .interrupted { return endedBySignal() }
    let explanation = (error as? UsageError).map { Tool.commands.explanation(of: $0, at: parsed.topic) }
    let diagnosis = explanation.map(Diagnosis.init) ?? Diagnosis(error, now: now())
    tell(of: diagnosis, command: parsed.command, usage: explanation?.usage)
    return diagnosis.exit.rawValue
  }

  /// Writes a failure to standard error, whatever else is to be quiet.
  func tell(of diagnosis: Diagnosis, command: String?, usage: String? = nil) {
    var diagnosis = completed(diagnosis)
    diagnosis.hint = diagnosis.hint(at: knownDestination)
    if diagnosis.exit == .reauthNeeded, let command {
      let again = completed(["usher"] + command.split(separator: " ").map(String.init))
      diagnosis.hint = diagnosis.hint.map { "\($0); then run \(again.shellLine) again" }
    }
    let text =
      if wantsJSON {
        envelope(command, status: "error").object(around: diagnosis.result).text
      } else {
        // A line each: foreign text in one must not look like another.
        ["error: " + diagnosis.message, usage.map { "usage: " + $0 }, diagnosis.hint.map { "hint: " + $0 }]
          .compactMap { $0.map(SafeText.line) }.joined(separator: "\n")
      }
    try? standardError.write(text + "\n")
  }

  /// A failure that the conversation goes on after.
  func say(_ diagnosis: Diagnosis) {
    terminal.say(completed(diagnosis).sentences)
  }

  /// `diagnosis` with commands that lead on in this run's session, endpoint and project.
  private func completed(_ diagnosis: Diagnosis) -> Diagnosis {
    var diagnosis = diagnosis
    diagnosis.nextStep = diagnosis.nextStep.map { completed($0) }
    diagnosis.hint = diagnosis.hint.map { hint in
      hint.split(separator: ";", omittingEmptySubsequences: false).map(completed(clause:))
        .joined(separator: ";")
    }
    return diagnosis
  }

  /// A clause of a hint; the command in it, if any, ends it and stands after a colon.
  private func completed(clause: Substring) -> String {
    let words = clause.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard let start = words.firstIndex(of: "usher"), start > 0, words[start - 1].hasSuffix(":") else {
      return String(clause)
    }
    return (words[..<start] + completed(Array(words[start...]))).joined(separator: " ")
  }

  private func endedBySignal() -> Int32 {
    128 + (interruption() ?? 2)
  }
}

extension Diagnosis {
  /// As scripts are told.
  fileprivate var result: ErrorResult {
    ErrorResult(
      error: .init(
        code: code, exit: exit.rawValue, message: message, serverCode: serverCode, retry: retry.rawValue,
        retryAfter: retryAfter, hint: hint, nextStep: nextStep.map { ErrorResult.NextStep(argv: $0) }))
  }
}
