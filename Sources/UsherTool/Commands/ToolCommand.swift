package import CommandKit

/// A command of this tool: it finds something out, and the tool writes it down.
package protocol ToolCommand: Command where Context == UsherTool.Context {
  associatedtype Result: CommandResult

  /// Whether the command may ask the server. What only reads or changes what is saved does not, and does the same
  /// whether a server runs or not.
  var asksServer: Bool { get }

  func report(in context: Context) throws -> Report<Result>
}

/// A command that helps where the configuration files cannot be used.
protocol WorksUnconfigured {}

/// A command that runs a program of the user's: its own failures have an exit status apart from the program's.
protocol RunsProgram {}

extension ExitCode {
  /// The status of a failure where all others are a program's.
  var besideProgram: ExitCode { [.cannotRun, .notFound].contains(self) ? self : .execFailed }
}

extension ToolCommand {
  package static var resultFields: [String] { ResultFields.of(Result.self) }

  package var asksServer: Bool { true }

  package func run(in context: Context) throws {
    context.servedProject.mayAsk = asksServer
    try context.write(try report(in: context), of: Self.name)
  }
}
