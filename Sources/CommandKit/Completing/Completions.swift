private import Essentials

/// The completions of the word that the user is typing.
package struct Completions: Equatable, Sendable {
  /// The part of the word that a candidate replaces: the whole word, or the text after `--name=`.
  package var typed: String

  /// The words that begin with `typed`.
  package var candidates: [Candidate] = []

  /// The kind of files that are also possible. The caller lists them.
  package var files: Files?

  package enum Files: Sendable {
    case any, directories
  }

  /// The tool's first word when a shell's script asks for completions. `--` and the words of the line follow. Users
  /// never type it.
  package static let query = "__complete"

  package init(of typed: String, candidates: [Candidate] = [], files: Files? = nil) {
    self.typed = typed
    self.candidates = candidates
    self.files = files
  }
}

extension CommandTable {
  /// Completes the last of `words`, which may be empty. The first word is the one after the tool's name.
  ///
  /// - Parameter live: Returns the current values of a kind. It is called only if such a value is possible.
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
      case .file, .secretFile: completions.files = .any
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
        completions.candidates = tool.branches(of: path.name).map {
          Candidate($0.word, help: $0.abstract.english)
        }
      }
      offer(place.operand)
      if last == "-" { completions.candidates += place.options }
    }
    completions.keepMatches()
    return completions
  }
}

extension Completions {
  /// Keeps the candidates that begin like the word, each once.
  fileprivate mutating func keepMatches() {
    var values: Set<String> = []
    let beginning = typed.utf8
    candidates = candidates.filter { candidate in
      candidate.value.utf8.starts(with: beginning) && values.insert(candidate.value).inserted
    }
  }
}
