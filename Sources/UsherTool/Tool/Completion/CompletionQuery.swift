import CommandKit
import TerminalIO

/// What a shell's completion script asks for: `usher __complete -- WORDS`, the last word being typed.
///
/// No command of the table, so that nothing that people read speaks of it.
struct CompletionQuery {
  private let words: [String]

  /// Nil where `words` are a line to be run.
  init?(_ words: CommandWords) {
    guard words.words.starts(with: [Completions.query, "--"]) else { return nil }
    // A word that is no text could be mistaken for another.
    self.words = words.malformed == nil ? Array(words.words.dropFirst(2)) : []
  }

  /// Prints a candidate a line, and what it is after a tab; nothing where anything is wrong.
  func answer(in context: Context) -> Int32 {
    guard !words.isEmpty else { return ExitCode.ok.rawValue }
    let completions = Tool.commands.completions(of: words) { value, line in
      CompletionCandidates(context.world, context.state).candidates(for: value, on: line)
    }
    let lines = completions.candidates.map { "\($0.value)\t\($0.help)\n" }
    // A shell that asked and went away has no use for the answer, nor for an error.
    try? context.world.standardOutput.write(lines.joined())
    return ExitCode.ok.rawValue
  }
}
