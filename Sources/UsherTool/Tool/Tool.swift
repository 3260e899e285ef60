package import CommandKit
import TerminalIO

/// The tool: words in, an exit status out.
package enum Tool {
  /// Runs what `words` ask for. Whatever goes wrong is told once, here.
  /// - Parameter standing: Options that hold where the words do not say otherwise.
  package static func run(
    _ words: CommandWords, in context: Context, under standing: GlobalOptions = GlobalOptions()
  ) -> Int32 {
    defer { context.close() }
    if let query = CompletionQuery(words) { return query.answer(in: context) }
    let parsed = Tool.commands.parse(words)
    context.options = parsed.globals.over(standing)
    context.command = parsed.command
    context.makeAppVerifier = { context in try AppVerifier(context.appVerification, in: context) }
    context.directions = { argv in
      guard case .run(let command) = commands.parse(Array(argv.dropFirst())).outcome else { return .all }
      return (command as? any Directed)?.directions ?? .all
    }
    context.readConfiguration()
    do {
      switch parsed.outcome {
      case .version: try context.write(Version.brief(in: context), of: Version.name)
      case .help: try context.writeText(Tool.commands.help(on: parsed.topic, width: context.width))
      case .failure(.missingCommand(let group)) where !context.wantsJSON:
        // What can follow is more help than a hint.
        let error = commands.explanation(of: .missingCommand(group: group), at: parsed.topic)
        let help = commands.help(on: parsed.topic, width: context.width)
        try context.standardError.write(
          (group.isEmpty ? "" : context.line(.error, error.message) + "\n") + help)
        return ExitCode.usage.rawValue
      case .failure(let error): throw error
      case .run(let command): try run(command, typed: parsed.globals, in: context)
      }
      return context.exitStatus
    } catch {
      return fail(error, parsed, context)
    }
  }

  private static func run(
    _ command: any Command<Context>, typed: GlobalOptions, in context: Context
  ) throws {
    if let command = command as? any Directed { try command.refuseIgnored(typed) }
    if let problem = context.configurationProblem, !(command is any WorksUnconfigured) { throw problem }
    if let timeout = context.options.timeout, timeout < .milliseconds(1) {
      throw UsageError.misuse("--timeout leaves the machine no time", hint: "write it like 90s or 5m")
    }
    if command is any RunsProgram, context.options.field != nil {
      throw UsageError.misuse("the output is the program's, so --field does not go with it")
    }
    if let path = context.options.field, let command = command as? any ToolCommand {
      guard FieldPath(path).fits(ResultFields.of(Envelope.self) + type(of: command).resultFields) else {
        throw UsageError.misuse(
          "'\(path)' is no field of this command's result", hint: "see the whole result with --json")
      }
    }
    try command.run(in: context)
  }

  /// Tells of something that nothing can go on without, and gives the exit status.
  static func fail(_ diagnosis: Diagnosis, _ context: Context) -> Int32 {
    var diagnosis = diagnosis
    diagnosis.exit = exit(diagnosis, of: context.command)
    context.tell(of: diagnosis, command: context.command)
    return diagnosis.exit.rawValue
  }

  /// How a run of `command` ends that failed so.
  private static func exit(_ diagnosis: Diagnosis, of command: String?) -> ExitCode {
    let runsProgram = command.flatMap(commands.command) is any RunsProgram.Type
    return runsProgram ? diagnosis.exit.besideProgram : diagnosis.exit
  }

  /// Tells of a failure, and gives its exit status.
  private static func fail(
    _ error: any Error, _ parsed: Parsed<Context, GlobalOptions>, _ context: Context
  ) -> Int32 {
    // The reader went away; there is nobody left to tell.
    if case OutputError.brokenPipe = error { return ExitCode.io.rawValue }
    if context.interruption() != nil || error as? TerminalError == .interrupted {
      return 128 + (context.interruption() ?? 2)
    }
    let misuse = error as? UsageError ?? UsageError(misunderstood: error)
    let explanation = misuse.map { commands.explanation(of: $0, at: parsed.topic) }
    var diagnosis = explanation.map(Diagnosis.init) ?? Diagnosis(error, now: context.now())
    diagnosis.exit = exit(diagnosis, of: parsed.command)
    context.tell(of: diagnosis, command: parsed.command, usage: explanation?.usage)
    return diagnosis.exit.rawValue
  }
}
