package import CommandKit

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
