private import Essentials

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

/// One word of the command line, by its looks.
enum Word: Equatable {
  /// `--`
  case terminator
  /// `--name` or `--name=value`
  case long(name: String, value: String?)
  /// `-p`, `-pvalue` or `-qh`, without the dash
  case short(Substring)
  /// Anything else; also `-`, and `-5`, which is a number.
  case plain

  // By UTF-8, because a combining mark after a dash or an equals sign would hide it in a `Character`.
  init(_ word: String) {
    let bytes = word.utf8
    let dash = UInt8(ascii: "-")
    guard bytes.first == dash, let second = bytes.dropFirst().first else {
      self = .plain
      return
    }
    if second == dash {
      let parts = bytes.dropFirst(2).split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
      ).map { String(Substring($0)) }
      self = bytes.count == 2 ? .terminator : .long(name: parts[0], value: parts.dropFirst().first)
    } else if UInt8(ascii: "0")...UInt8(ascii: "9") ~= second {
      self = .plain
    } else {
      self = .short(Substring(bytes.dropFirst()))
    }
  }
}

/// Everything that one command line fills: a command's own arguments, the global ones, `--help`, `--version`.
struct Invocation<Own: ArgumentSet, Globals: ArgumentSet>: ArgumentSet {
  var own = Own()
  var globals = Globals()
  var wantsHelp = false
  var wantsVersion = false

  static var arguments: [Argument<Self>] {
    // Key paths of a generic type are put together when they are used, which takes a tenth of a short command's time.
    Argument.set(of: Own.self) { (target, change) throws(InvalidValue) in try change(&target.own) }
      + Argument.set(of: Globals.self) { (target, change) throws(InvalidValue) in try change(&target.globals)
      } + [
        Argument(description: .help) { invocation, _ in invocation.wantsHelp = true },
        Argument(description: .version) { invocation, _ in invocation.wantsVersion = true },
      ]
  }
}

extension CommandTable {
  /// What every command takes.
  var globalOptions: [ArgumentDescription] {
    Globals.arguments.map(\.description) + [.help, .version]
  }
}

extension ArgumentDescription {
  fileprivate static let help = flag("help", short: "h", help: "Show help for the command.")
  fileprivate static let version = flag("version", help: "Show the version.")
}

/// The arguments of a line whose command is not known.
struct NoArguments: ArgumentSet {
  static let arguments: [Argument<Self>] = []
}
