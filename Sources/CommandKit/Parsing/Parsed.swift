/// What a command line asks for.
package struct Parsed<Context, Globals> {
  /// The global options, as far as they were understood: also when the rest of the line is wrong.
  package let globals: Globals

  /// The command that was named, or how far the line got on the way to one.
  package let topic: Topic
  package let outcome: Outcome

  /// The other name by which the command's group was named, if it was.
  package let alias: String?

  /// What the words besides the command's own were taken for.
  package let uses: [WordUse]

  package enum Outcome {
    case run(any Command<Context>)
    /// Show the help of the topic.
    case help
    case version
    case failure(UsageError)
  }

  /// The name of the command, once it is known.
  package var command: String? {
    if case .command(let name) = topic { name } else { nil }
  }
}

extension CommandTable {
  package func parse(_ words: [String]) -> Parsed<Context, Globals> {
    parse(CommandWords(words))
  }

  /// Reads a command line; `--help` wins over everything but a command that does not exist, then `--version`, then the first error.
  package func parse(_ words: CommandWords) -> Parsed<Context, Globals> {
    let path = path(in: words.words)
    let failure = words.malformed.map(UsageError.notUTF8(position:))
    guard let command = command(path.name) else {
      return parse(
        path,
        ArgumentParser<Invocation<NoArguments, Globals>>(failure: failure, refused: refused) {
          unknownCommand($0, after: path.name, in: path.others)
        }
      ) { _ in .failure(.missingCommand(group: path.name)) }
    }
    return parse(path, command, failure)
  }

  private func parse<C: Command<Context>>(
    _ path: CommandPath, _ command: C.Type, _ failure: UsageError?
  ) -> Parsed<Context, Globals> {
    parse(
      path,
      ArgumentParser<Invocation<C, Globals>>(failure: failure, refused: C.refused + refused) {
        .unexpectedArgument($0, suggestions: suggestions(for: $0, after: path.name))
      }
    ) { .run($0) }
  }

  private func parse<Own>(
    _ path: CommandPath, _ parser: ArgumentParser<Invocation<Own, Globals>>,
    _ success: (Own) -> Parsed<Context, Globals>.Outcome
  ) -> Parsed<Context, Globals> {
    var parser = parser
    parser.parse(path.others)
    let invocation = parser.target
    let outcome: Parsed<Context, Globals>.Outcome =
      if invocation.wantsHelp, let failure = parser.failure, failure.isUnknownCommand {
        .failure(failure)
      } else if invocation.wantsHelp {
        .help
      } else if invocation.wantsVersion {
        .version
      } else if let failure = parser.failure {
        .failure(failure)
      } else {
        success(invocation.own)
      }
    return Parsed(
      globals: invocation.globals, topic: topic(path.name) ?? .root, outcome: outcome, alias: path.alias,
      uses: parser.uses)
  }
}
