/// What may stand in place of the word that is being typed.
package struct Completions: Equatable, Sendable {
  /// The part of the word that a candidate replaces: all of it, or what follows `--name=`.
  package var typed: String

  /// Words that begin with `typed`.
  package var candidates: [Candidate] = []

  /// Which names of files may stand there too; only who asks can list them.
  package var files: Files?

  package enum Files: Sendable {
    case any, directories
  }

  /// The tool's first word where a shell's script asks for them; `--` and the line's words follow. Nobody types it.
  package static let query = "__complete"

  package init(of typed: String, candidates: [Candidate] = [], files: Files? = nil) {
    self.typed = typed
    self.candidates = candidates
    self.files = files
  }
}

extension CommandTable {
  /// Completes the last of `words`, which may be empty. The first is the one after the tool's name.
  ///
  /// - Parameter live: The values of a kind that there are now. Asked only where one may stand.
  package func completions(
    of words: [String], live: (LiveValue, PartialLine<Globals>) -> [Candidate]
  ) -> Completions {
    let (before, last) = (Array(words.dropLast()), words.last ?? "")
    let path = path(in: before)
    let tool = description(withFieldsOf: { _ in false })
    let place = CompletionPlace(after: path.others, of: tool.command(path.name), globals: tool.globals)
    var completions = Completions(of: last)

    func offer(_ argument: ArgumentDescription?) {
      guard let argument else { return }
      completions.candidates += argument.completion.choices.map { Candidate($0) }
      switch argument.completion {
      case .none, .choices: break
      case .file: completions.files = .any
      case .directory: completions.files = .directories
      case .live(let value, _):
        let globals = parse(before).globals
        completions.candidates += live(
          value, PartialLine(path: path.name, operands: place.operands, globals: globals))
      }
    }

    switch place.kind(of: last) {
    case .value(let option, let typed):
      completions.typed = typed
      offer(option)
    case .name: completions.candidates = place.options
    case .operand:
      if place.takesCommand {
        completions.candidates = tool.branches(of: path.name).map { Candidate($0.word, help: $0.abstract) }
      }
      offer(place.operand)
      if last == "-" { completions.candidates += place.options }
    }
    completions.keepMatches()
    return completions
  }
}

extension Completions {
  /// Keeps one of each candidate that begins as the word does.
  fileprivate mutating func keepMatches() {
    var values: Set<String> = []
    let beginning = typed.utf8
    candidates = candidates.filter { candidate in
      candidate.value.utf8.starts(with: beginning) && values.insert(candidate.value).inserted
    }
  }
}
