import AuthClient
import CommandKit
import Essentials

struct LocalReset: ToolCommand, AtLocalServer {
  static let name = "local reset"
  static let abstract = "Delete the local server's accounts, codes, messages and settings."
  static let discussion = """
    The signing key stays. With --tenant, usher deletes only what is in that tenant. usher asks first, unless \
    you give --yes.
    """
  static let examples = [Example("usher local reset --yes", "Begin a test with an empty server.")]

  struct Result: CommandResult {
    var project: String
    /// The tenant that was reset; nil for the whole project.
    var tenant: String?
  }

  func report(in context: Context) throws -> Report<Result> {
    let server = try context.service.localServer()
    let destination = try context.place.destination()
    let tenant = destination.tenant.map { "the tenant \(SafeText.line($0)) of " } ?? ""
    try context.destruction.confirm(
      "Delete every account of \(tenant)\(destination.project) at the \(destination.spokenServer)?")
    try server.reset()
    let subject = destination.tenant.map { "tenant \(SafeText.line($0))" } ?? destination.spokenServer
    return Report(
      .ok, Result(project: destination.project, tenant: destination.tenant),
      lines: ["The \(subject) is empty again: no accounts, no messages, and the first settings."],
      isConfirmation: true)
  }
}
