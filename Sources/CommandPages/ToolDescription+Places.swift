import CommandKit

extension ToolDescription {
  /// The options that take a value, by the path of their command; "*" for any path.
  var valued: [(path: String, spellings: [String])] {
    ([("*", globals)] + commands.map { ($0.name, $0.options) }).compactMap { path, options in
      let spellings = options.filter { $0.kind == .option }.flatMap(\.spellings)
      return spellings.isEmpty ? nil : (path, spellings)
    }
  }

  /// Returns the command's operands with their places; nil for any place.
  func places(of command: CommandDescription) -> [(place: Int?, operand: ArgumentDescription)] {
    command.operands.filter { $0.kind == .positional }.enumerated().map {
      ($1.repeats ? nil : $0, $1)
    }
  }
}
