import CommandKit
import LibC
import TerminalIO

/// The loop of `usher shell`: a line, its command, the next line.
struct ShellLoop {
  /// That of `shell` itself, whose options hold for every command.
  private let context: Context
  private var history: ShellHistory
  private var status = ExitCode.ok.rawValue

  init(in context: Context) {
    self.context = context
    history = ShellHistory(keptBy: HistoryRule(Tool.commands), in: context)
  }

  /// Returns when the user leaves.
  /// - Throws: `TerminalError` where the terminal fails, or a signal means the shell itself.
  mutating func run() throws(TerminalError) {
    while let line = try nextLine() {
      let split = SplitLine(line)
      if ["exit", "quit"].contains(split.commandWords.first) { return }
      history.add(line)
      if !split.words.isEmpty || split.problem != nil { follow(split) }
      try settleInterruption()
    }
  }

  /// Nil at the end of the input.
  private func nextLine() throws(TerminalError) -> String? {
    while true {
      do throws(TerminalError) {
        return try context.terminal.askCommand(
          prompt, with: LineAssistance(history: history.lines, complete: ShellCompletion(in: context).choices)
        )
      } catch .endOfInput {
        return nil
      } catch .interrupted {
        // The line is dropped.
        try settleInterruption()
      } catch {
        // Of what was typed, the rest of the loop needs nothing; a terminal that failed is another matter.
        guard [.notText, .lineTooLong].contains(error) else { throw error }
        context.say(Diagnosis(error))
      }
    }
  }

  private var prompt: String {
    let run = context.forAnotherRun()
    run.options = context.options
    run.options.quiet = true
    return ShellPrompt(run, status: status).text(columns: context.terminal.columns ?? 80)
  }

  /// Ctrl-C means the line or its command; other signals mean the shell.
  private func settleInterruption() throws(TerminalError) {
    guard let signal = context.interruption() else { return }
    guard signal == SIGINT else { throw .interrupted }
    context.forgetInterruption()
  }

  /// Does what a line says.
  private mutating func follow(_ line: SplitLine) {
    let words = line.commandWords
    let run = context.forAnotherRun()
    run.isInShell = true
    if let problem = line.problem {
      run.options = context.options
      let explanation = Tool.commands.explanation(of: problem.error, at: .root)
      status = Tool.fail(Diagnosis(explanation), run)
    } else {
      let isQuestion = words.first == "?"
      // A program may leave the terminal in a state of its own.
      status = context.terminal.keepingModes {
        Tool.run(
          CommandWords(isQuestion ? ["help"] + words.dropFirst() : words), in: run, under: context.options)
      }
      // It meant the shell, too.
      if let signal = run.signalHandedOn, ![SIGINT, SIGQUIT].contains(signal) { raise(signal) }
      // The terminal has shown ^C.
      if status == 128 + SIGINT { context.terminal.say("") }
    }
  }
}

extension SplitLine.Problem {
  fileprivate var error: UsageError {
    switch self {
    case .openQuote(let quote):
      .misuse("a quote is not closed: \(quote)", hint: #"a quote that is meant itself has a \ before it"#)
    case .openBackslash: .misuse(#"nothing follows the \ at the end"#)
    case .shellOperator(let word):
      .misuse(
        "'\(word)' means nothing here: this is no shell for other programs",
        hint: "leave with exit for pipes and files; a word that is meant itself stands in quotes")
    }
  }
}
