import CommandKit
import TerminalIO

/// A request of a shell's completion script: `usher __complete -- WORDS`, where the user is typing the last word.
///
/// It is not in the command table, so help, manual and completions do not show it.
struct CompletionQuery {
  private let words: [String]

  /// Returns nil if `words` are an ordinary command line.
  init?(_ words: CommandWords) {
    guard words.words.starts(with: [Completions.query, "--"]) else { return nil }
    // A word that is not valid text could be taken for another word.
    self.words = words.malformed == nil ? Array(words.words.dropFirst(2)) : []
  }

  /// Prints one candidate a line, with its description after a tab; prints nothing if anything is wrong.
  func answer(in context: Context) -> Int32 {
    guard !words.isEmpty else { return ExitCode.ok.rawValue }
    let completions = Tool.commands.completions(of: words) { value, line in
      CompletionCandidates(context.world, context.state).candidates(for: value, on: line)
    }
    let lines = completions.candidates.map { "\($0.value)\t\($0.help)\n" }
    // The shell may close the pipe early. An error message would not help it.
    try? context.world.standardOutput.write(lines.joined())
    return ExitCode.ok.rawValue
  }
}
