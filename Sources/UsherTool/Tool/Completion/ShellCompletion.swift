import CommandKit
import TerminalIO

/// Tab completion in `usher shell`: the same candidates as in other shells, and this shell's own words.
struct ShellCompletion {
  let world: World
  /// The options that `shell` itself was started with.
  let options: GlobalOptions

  /// Returns the choices for the end of `text`, the text before the cursor.
  func choices(_ text: String) -> LineCompletion {
    let split = SplitLine(text)
    // Nothing can be completed inside a comment.
    guard split.comment.isEmpty, text.last != "#" else { return LineCompletion(of: "") }
    let isBetweenWords = split.unfinished.isEmpty
    let before = isBetweenWords ? split.words : split.words.dropLast()
    let typed = isBetweenWords ? "" : split.words.last ?? ""
    let words = (before.first == "usher" ? Array(before.dropFirst()) : Array(before)) + [typed]
    return LineCompletion(of: split.unfinished, choices: choices(words))
  }

  private func choices(_ words: [String]) -> [LineCompletion.Choice] {
    let last = words.last ?? ""
    let values = CompletionCandidates(world, Context(world).state)
    let completions = Tool.commands.completions(of: words) { value, line in
      var line = line
      line.globals = line.globals.over(options)
      return values.candidates(for: value, on: line)
    }
    // A candidate replaces the part after `--name=`, or the whole word.
    let kept = String(Substring(last.utf8.dropLast(completions.typed.utf8.count)))
    let candidates = words.count == 1 ? own(last) + completions.candidates : completions.candidates
    let files = completions.files.map { FileNames(beginning: completions.typed, only: $0).choices } ?? []
    return candidates.filter { words.count > 1 || $0.value != Shell.name }.map { candidate in
      LineCompletion.Choice([kept + candidate.value].shellLine, help: candidate.help)
    } + files.map { LineCompletion.Choice([kept + $0].shellLine, isWhole: $0.last != "/") }
  }

  /// Returns the words that only this shell has.
  private func own(_ beginning: String) -> [Candidate] {
    ["exit", "quit"].filter { $0.hasPrefix(beginning) }.map { Candidate($0, help: "Leave this shell.") }
  }
}
