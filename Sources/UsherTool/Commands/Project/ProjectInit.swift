import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

struct ProjectInit: ToolCommand, ChangesProject {
  static let name = "project init"
  static let abstract: Text = "Set up Authentication in a new project at Google."
  static let discussion = """
    It does what Get started does in the Firebase console, with Identity Platform, which needs billing. A \
    project without billing can only be set up in the console: it then has no TOTP, no tenants and no blocking \
    functions.
    """
  static let arguments: [Argument<Self>] = Argument.set(\.change)
  static let examples = [
    Example(
      "usher project init --endpoint production --project my-app --gcloud", "Set up a project at Google.")
  ]

  var change = ChangeOptions()

  /// The command is about the whole project.
  var directions: Set<Direction> { .local.subtracting([.tenant]) }

  struct Result: CommandResult {
    var project: String
  }

  func report(in context: Context) throws -> Report<Result> {
    let project = try context.project(change)
    let id = project.destination.project
    do {
      try project.change(["Authentication with Identity Platform: to be set up"]) { try $0.initialize() }
    } catch let failure as AuthFailure where failure.refusal?.code == .invalidProjectID {
      // A second time, the service refuses it with this code.
      return Report(
        .ok, Result(project: id), lines: ["Authentication was already set up in \(id)."], isConfirmation: true
      )
    }
    return Report(
      .ok, Result(project: id), lines: ["Authentication is set up in \(id)."], isConfirmation: true)
  }
}
