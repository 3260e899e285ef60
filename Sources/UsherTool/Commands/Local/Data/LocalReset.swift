import AuthClient
import CommandKit
import Essentials

struct LocalReset: ToolCommand, AtLocalServer {
  static let name = "local reset"
  static let abstract: Text = "Delete the local server's accounts, codes, messages and settings."
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
    let (project, place) = (destination.project, destination.spokenServer)
    try context.destruction.confirm(
      destination.tenant.map {
        "Delete every account of the tenant \(SafeText.brief($0)) of \(project) at the \(place)?"
      } ?? "Delete every account of \(project) at the \(place)?")
    try server.reset()
    return Report(
      .ok, Result(project: destination.project, tenant: destination.tenant),
      lines: [
        destination.tenant.map {
          "The tenant \(SafeText.brief($0)) is empty again: no accounts, no messages, and the first settings."
        } ?? "The \(place) is empty again: no accounts, no messages, and the first settings."
      ],
      isConfirmation: true)
  }
}
