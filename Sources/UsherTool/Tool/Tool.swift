package import CommandKit
import TerminalIO

/// The tool: words in, an exit status out.
package enum Tool {
  package static let version = "0.1.0"

  /// Runs what `words` ask for. Whatever goes wrong is told once, here.
  package static func run(_ words: CommandWords, in context: Context) -> Int32 {
    defer { context.close() }
    let parsed = Tool.commands.parse(words)
    context.options = parsed.globals
    context.readConfiguration()
    do {
      switch parsed.outcome {
      case .version: try context.write(Version.report, of: Version.name)
      case .help: try context.writeText(Tool.commands.help(on: parsed.topic, width: context.width))
      case .failure(.missingCommand("")) where !context.wantsJSON:
        try context.standardError.write(commands.help(on: .root, width: context.width))
        return ExitCode.usage.rawValue
      case .failure(let error): throw error
      case .run(let command): try run(command, in: context)
      }
      return context.exitStatus
    } catch {
      return context.fail(error, parsed)
    }
  }

  private static func run(_ command: any Command<Context>, in context: Context) throws {
    if let problem = context.configurationProblem, !(command is any WorksUnconfigured) { throw problem }
    if let timeout = context.options.timeout, timeout < .milliseconds(1) {
      throw UsageError.misuse("--timeout leaves the machine no time", hint: "write it like 90s or 5m")
    }
    if let path = context.options.field, let command = command as? any ToolCommand {
      guard FieldPath(path).fits(ResultFields.of(Envelope.self) + type(of: command).resultFields) else {
        throw UsageError.misuse(
          "'\(path)' is no field of this command's result", hint: "see the whole result with --json")
      }
    }
    try command.run(in: context)
  }
}

/// A command of this tool: it finds something out, and the tool writes it down.
package protocol ToolCommand: Command where Context == UsherTool.Context {
  associatedtype Result: CommandResult

  func report(in context: Context) throws -> Report<Result>
}

/// A command that helps where the configuration files cannot be used.
protocol WorksUnconfigured {}

extension ToolCommand {
  package static var resultFields: [String] { ResultFields.of(Result.self) }

  package func run(in context: Context) throws {
    try context.write(try report(in: context), of: Self.name)
  }
}
