import CommandKit
import Essentials
import TerminalIO

/// Where a command finds the one-time code: a word, a file, a program, or the person.
struct CodeOptions: ArgumentSet, Equatable {
  var file: String?
  var command: String?

  static let arguments: [Argument<Self>] = [
    .option(
      \.file, "code-file", value: "FILE", help: "Read the code from this file; - is standard input.",
      completion: .secretFile),
    .option(
      \.command, "code-command", value: "COMMAND",
      help: "Use the first line that this command prints.",
      holdsSecret: true),
  ]

  var isGiven: Bool { file != nil || command != nil }

  /// The code that was given with the command's words; nil if the person has to be asked.
  /// - Parameter limit: how long a program may take that finds it.
  func code(
    _ word: String? = nil, length: ClosedRange<Int>, in world: World, within limit: Duration
  ) throws -> String? {
    func read(_ text: String) throws -> String { try OneTimeCode.read(text, length: length) }
    switch (word, file, command) {
    case (let word?, nil, nil):
      return try read(word == "-" ? try world.standardInput.text(line: true) : word)
    case (nil, let file?, nil): return try read(try world.standardInput.text(of: file, line: true))
    case (nil, nil, let command?):
      return try read(try ChildProgram.firstLine(of: command, world.environment, within: limit))
    case (nil, nil, nil): return nil
    default:
      throw UsageError.misuse(
        "there is more than one code", hint: "use one of CODE, --code-file and --code-command")
    }
  }
}

extension CodeOptions {
  /// Refuses a code that nobody would use: `--no-wait` leaves it to a later command.
  func refuseUnused(wait: Bool) throws(UsageError) {
    guard !wait, isGiven else { return }
    throw .misuse(
      "--no-wait leaves the code to a later command: \(file == nil ? "--code-command" : "--code-file") does not go with it"
    )
  }

  /// Refuses to begin what could not be finished: without a store, only this command can.
  func refuseLosingStep(wait: Bool, isKept: Bool, _ person: Person) throws {
    try refuseUnused(wait: wait)
    guard !isKept, !(wait && (isGiven || person.isInteractive)) else { return }
    throw UsageError.misuse(
      "with --no-store, a later command cannot finish this",
      hint: "pass the code to this command, with --code-file or --code-command")
  }
}

enum OneTimeCode {
  /// Digits of every code but some authenticator apps'.
  static let usualLength = 6...6

  /// The digits in what was typed or read.
  static func read(_ text: String, length: ClosedRange<Int> = usualLength) throws(Diagnosis) -> String {
    do {
      return try OneTimeCodeText.code(in: text, length: length)
    } catch {
      let expected = expected(length)
      // A wrong number of digits says it already.
      var hint: Hint? = "a code has \(expected) digits"
      if case .wrongLength = error { hint = nil }
      throw Diagnosis(
        "auth/missing-verification-code", .data, error.sentence(expecting: expected), hint: hint)
    }
  }

  private static func expected(_ length: ClosedRange<Int>) -> Text {
    switch (length.lowerBound, length.upperBound) {
    case (6, 6): Text("six")
    case (7, 7): Text("seven")
    case (8, 8): Text("eight")
    case (6, 8): "six to eight"
    case let (least, most): least == most ? "\(least)" : "\(least) to \(most)"
    }
  }
}

extension OneTimeCodeText.Problem {
  fileprivate func sentence(expecting length: Text) -> Text {
    switch self {
    case .empty: "the code is empty"
    case .notDigits: "this is not a code"
    case .wrongLength(let count):
      Text(
        counting: count, one: "that code has \(count) digit, not \(length)",
        other: "that code has \(count) digits, not \(length)")
    case .severalCodes: "there is more than one code in that text"
    }
  }
}
