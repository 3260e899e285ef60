import AuthClient
import CommandKit
import Essentials
import HTTP
import ProjectConfiguration

struct ProjectDiff: ToolCommand, ReadsProject {
  static let name = "project diff"
  static let abstract = "Compare two projects, or a project with a file."
  static let discussion = """
    Each side is a profile, local, the URL of a server, or a file of usher project export. A word with a slash \
    or .json at its end is a file. Without a second side, usher compares with the project that the command \
    would change. The exit status is 1 if they differ. Secrets are not compared with projects that hide them, \
    and neither are the domains that each project has from Firebase Hosting.
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(\.first, "a", help: "The one side.", completion: .file),
      .positional(\.second, "b", help: "The other side.", required: false, completion: .file),
    ] + Argument.set(\.administrator)
  static let examples = [
    Example("usher project diff auth.json", "Fail a CI job if the project is not as in the repository."),
    Example("usher project diff local auth.json", "Compare the local server."),
  ]

  var first = ""
  var second: String?
  var administrator = AdministratorOptions()

  struct Result: CommandResult {
    var equal: Bool
    var changes: [ConfigurationDifference]
  }

  func report(in context: Context) throws -> Report<Result> {
    let isTenant = context.tenant != nil
    let before = try document(first, isTenant: isTenant, in: context)
    let after =
      try second.map { try document($0, isTenant: isTenant, in: context) }
      ?? context.project(administrator).administrator().document()
    let changes = before.changes(to: after)
    if !changes.isEmpty { context.output.exitStatus = ExitCode.failure.rawValue }
    return Report(
      .ok, Result(equal: changes.isEmpty, changes: changes.map(ConfigurationDifference.init)),
      lines: changes.map(\.line), notes: changes.isEmpty ? ["No differences."] : [])
  }

  private func document(
    _ side: String, isTenant: Bool, in context: Context
  ) throws -> ConfigurationDocument {
    if side == "-" || side.hasSuffix(".json") || side.contains("/") && !side.contains("://") {
      return try ConfigurationDocument.read(side, isTenant: isTenant, in: context.world)
    }
    return try context.project(administrator, at: side).administrator().document()
  }
}
