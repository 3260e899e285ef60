import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

struct UsersShow: ToolCommand, ReadsProject {
  static let name = "project users show"
  static let abstract: Text = "Show an account of the project, with its second factors and claims."
  static let arguments: [Argument<Self>] =
    [.positional(\.user, "user", help: "Its uid, e-mail address or phone number.")]
    + Argument.set(\.administrator)
  static let examples = [
    Example("usher project users show kim@example.com", "Show one."),
    Example("usher project users show kim@example.com --field uid", "Print the uid alone."),
  ]

  var user = ""
  var administrator = AdministratorOptions()

  func report(in context: Context) throws -> Report<UserResult> {
    let user = UserResult(try context.project(administrator).administrator().account(named: user))
    return Report(.ok, user, lines: user.lines(at: context.world.now()))
  }
}
