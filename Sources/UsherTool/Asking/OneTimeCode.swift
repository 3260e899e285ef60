import CommandKit
import TerminalIO

/// Where a command finds the one-time code: a word, a file, a program, or the person.
struct CodeOptions: ArgumentSet {
  var file: String?
  var command: String?

  static let arguments: [Argument<Self>] = [
    .option(
      \.file, "code-file", value: "FILE", help: "Read the code from this file; - is standard input.",
      completion: .file),
    .option(
      \.command, "code-command", value: "COMMAND", help: "Run this; its first line of output is the code."),
  ]

  var isGiven: Bool { file != nil || command != nil }

  /// The code that was given with the command's words; nil if the person has to be asked.
  func code(_ word: String? = nil, in context: Context) throws -> String? {
    switch (word, file, command) {
    case (let word?, nil, nil):
      return try OneTimeCode.read(word == "-" ? try context.standardInput.text(line: true) : word)
    case (nil, let file?, nil):
      return try OneTimeCode.read(try context.standardInput.text(of: file, line: true))
    case (nil, nil, let command?):
      return try OneTimeCode.read(try ChildProgram.firstLine(of: command, in: context))
    case (nil, nil, nil): return nil
    default:
      throw UsageError.misuse(
        "the code is given more than once", hint: "use one of CODE, --code-file and --code-command")
    }
  }
}

enum OneTimeCode {
  /// The six digits in what was typed or read.
  static func read(_ text: String) throws(Diagnosis) -> String {
    do {
      return try OneTimeCodeText.code(in: text)
    } catch {
      throw Diagnosis(
        "auth/missing-verification-code", .data, error.sentence, hint: "a code has six digits",
        retry: .newInput)
    }
  }
}

extension OneTimeCodeText.Problem {
  fileprivate var sentence: String {
    switch self {
    case .empty: "the code is empty"
    case .notDigits: "that is no code"
    case .wrongLength(let count): "that code has \(count) digit\(count == 1 ? "" : "s"), not six"
    case .severalCodes: "there is more than one code in that text"
    }
  }
}
