import AuthClient
import CommandKit
import TerminalIO

struct LocalReset: ToolCommand {
  static let name = "local reset"
  static let abstract = "Delete the local server's accounts, codes, messages and settings."
  static let discussion = "The signing key stays. Asks first, unless --yes is given."
  static let examples = [Example("usher local reset --yes", "Start afresh in a script.")]

  struct Result: CommandResult {
    var project: String
  }

  func report(in context: Context) throws -> Report<Result> {
    let server = try context.localServer()
    let destination = try context.destination()
    try context.confirm(
      "Delete every account of \(destination.project) at the \(destination.spokenName)?")
    try server.reset()
    return Report(
      .ok, Result(project: destination.project),
      lines: ["The \(destination.spokenName) starts afresh."],
      isConfirmation: true)
  }
}
