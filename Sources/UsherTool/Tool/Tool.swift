package import CommandKit
import Essentials
import TerminalIO

/// The command-line tool: it takes words and returns an exit status.
package enum Tool {
  /// Runs the command that `words` name, reports any error once, and returns the exit status.
  package static func run(_ words: CommandWords, in world: World) -> Int32 {
    ToolRun(words, in: world).status()
  }

  /// Returns the directions that the command in `argv` follows.
  fileprivate static func directions(of argv: [String]) -> Set<Direction> {
    guard case .run(let command) = commands.parse(Array(argv.dropFirst())).outcome else { return .all }
    return command.ofUsher.directions
  }
}

/// One run of the tool: the parsed command line and the context to run it in.
struct ToolRun {
  let context: Context
  private let task: Task
  /// Whether nothing was typed but the tool's name.
  private let isAlone: Bool

  private enum Task {
    case answer(CompletionQuery)
    case follow(Parsed<Context, GlobalOptions>)
  }

  /// - Parameters:
  ///   - standing: Options that apply unless `words` override them.
  ///   - isInShell: Whether the words were typed into `shell`.
  init(
    _ words: CommandWords, in world: World, under standing: GlobalOptions = GlobalOptions(),
    isInShell: Bool = false
  ) {
    isAlone = words.words.isEmpty
    if let query = CompletionQuery(words) {
      task = .answer(query)
      context = Context(world)
      return
    }
    var parsed = Tool.commands.parse(words)
    var options = parsed.globals.over(standing)
    if case .failure(.missingCommand(let group)) = parsed.outcome,
      let alone = Tool.commands.groups.first(where: { $0.name == group })?.alone,
      world.terminal.isInteractive,
      RunSettings.read(options, world.environment).mayWaitForPeople
    {
      parsed = Tool.commands.parse(words.words + [alone])
      options = parsed.globals.over(standing)
    }
    task = .follow(parsed)
    var mayAskServer = true
    var administrator: AdministratorOptions?
    if case .run(let command) = parsed.outcome {
      let command = command.ofUsher
      options.json = options.json || command.printsJSON
      mayAskServer = command.asksServer
      administrator = command.credentials
    }
    // The log of a server is in English, for programs and for reports. At a terminal, somebody reads it.
    let isLog = parsed.command == Serve.name && !world.standardError.isTerminal
    context = Context(
      world, .read(options, world.environment), running: parsed.command, typed: words.words,
      isInShell: isInShell, isLocalName: parsed.alias != nil, mayAskServer: mayAskServer,
      administrator: administrator, messagesIn: isLog ? .english : nil, directions: Tool.directions(of:))
  }

  /// Runs the task and returns the exit status; this is the only place that reports errors.
  func status() -> Int32 {
    defer { context.close() }
    return switch task {
    case .answer(let query): query.answer(in: context)
    case .follow(let parsed): status(of: parsed)
    }
  }

  private func status(of parsed: Parsed<Context, GlobalOptions>) -> Int32 {
    do {
      switch parsed.outcome {
      case .version:
        try context.output.write(Version.brief(in: context), of: Version.name, at: context.place.known)
      case .help:
        try context.show(
          Tool.commands.help(on: parsed.topic, width: context.output.width, in: context.world.catalog))
      case .failure(.missingCommand(let group)) where !context.settings.wantsJSON:
        // The list of subcommands helps more than a hint.
        let error = Tool.commands.explanation(of: .missingCommand(group: group), at: parsed.topic)
        let help = Tool.commands.help(
          on: parsed.topic, width: context.output.width, in: context.world.catalog)
        // Help alone is what was wanted; the status keeps an empty variable in a script from passing.
        if group.isEmpty, isAlone {
          try context.show(help)
        } else {
          try context.world.standardError.write(
            (group.isEmpty ? "" : context.output.line(.error, error.message) + "\n") + help)
        }
        return ExitCode.usage.rawValue
      case .failure(let error): throw error
      case .run(let command):
        for case .value(let file, let argument) in parsed.uses where argument.completion == .secretFile {
          context.output.warn(ofExposed: file)
        }
        try run(command.ofUsher, typed: parsed.globals)
      }
      return context.output.exitStatus
    } catch {
      return fail(error, at: parsed.topic)
    }
  }

  private func run(_ command: some UsherCommand, typed: GlobalOptions) throws {
    let options = context.settings.options
    try command.refuseIgnored(typed)
    if let problem = context.settings.configurationProblem, !type(of: command).worksUnconfigured {
      throw problem
    }
    if let timeout = options.timeout, timeout < .milliseconds(1) {
      throw UsageError.misuse("--timeout is too short", hint: "write it as in 90s or 5m")
    }
    if type(of: command).runsProgram, options.field != nil {
      throw UsageError.misuse("the output is the program's, so --field does not go with it")
    }
    if let path = options.field, type(of: command).printsResult {
      let dryRun = command is any ChangesProject ? ResultFields.of(DryRun.Result.self) : []
      let fields = ResultFields.of(Envelope.self) + type(of: command).resultFields + dryRun
      guard FieldPath(path).fits(fields) else {
        throw UsageError.misuse(
          "'\(path)' is not a field of this command's result", hint: "see the whole result with --json")
      }
    }
    if command is any AtLocalServer {
      for variable in AdministratorAccess.variables(in: context.world.environment) {
        context.output.note("usher does not use \(variable): this command acts as the local server's owner")
      }
    }
    try command.run(in: context)
  }

  /// Reports an error and returns its exit status.
  private func fail(_ error: any Error, at topic: Topic) -> Int32 {
    // The reader closed the pipe, so nobody can see a message.
    if case OutputError.brokenPipe = error { return ExitCode.io.rawValue }
    let interruption = context.world.interruption()
    if interruption != nil || error as? TerminalError == .interrupted { return 128 + (interruption ?? 2) }
    let misuse = error as? UsageError ?? UsageError(misunderstood: error)
    let explanation = misuse.map { Tool.commands.explanation(of: $0, at: topic) }
    return context.fail(
      explanation.map(Diagnosis.init) ?? Diagnosis(error, now: context.world.now()),
      usage: explanation?.usage)
  }
}

extension Command where Context == UsherTool.Context {
  /// The same command; all of the table are usher's.
  fileprivate var ofUsher: any UsherCommand { self as! any UsherCommand }
}

extension Context {
  /// Reports an error that ends the run, and returns the exit status.
  func fail(_ diagnosis: Diagnosis, usage: String? = nil) -> Int32 {
    var diagnosis = diagnosis
    // A command that runs a program reports its own failures with a separate exit status.
    if let command = command.flatMap(Tool.commands.command) as? any UsherCommand.Type, command.runsProgram {
      diagnosis.exit = diagnosis.exit.besideProgram
    }
    // Where no command makes the sign-in recent, another try is no next step.
    if diagnosis.exit == .reauthNeeded, let hint = diagnosis.hint, hint.argv != nil {
      diagnosis.hint = hint.then("then run again", copying: sameCommand)
    }
    output.tell(of: diagnosis, command: command, usage: usage, at: place.known)
    return diagnosis.exit.rawValue
  }

  /// The command that was typed; without its arguments, where one could be a secret.
  private var sameCommand: String {
    let line = person.typedLine
    if HistoryRule(Tool.commands).keeps(line) { return line }
    return person.next.line(["usher"] + (command ?? "").split(separator: " ").map(String.init))
  }
}
