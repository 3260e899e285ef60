import AuthClient
import CommandKit
import IdentityToolkit

struct UsersShow: ToolCommand, AtLocalServer {
  static let name = "local users show"
  static let abstract = "Show an account of the local server, with its second factors and claims."
  static let arguments: [Argument<Self>] = [
    .positional(\.user, "user", help: "Its uid, e-mail address or phone number.")
  ]
  static let examples = [
    Example("usher local users show kim@example.com", "Show one."),
    Example("usher local users show kim@example.com --field uid", "Print the uid alone."),
  ]

  var user = ""

  func report(in context: Context) throws -> Report<LocalUserResult> {
    let user = LocalUserResult(try context.service.localServer().account(named: user))
    return Report(.ok, user, lines: user.lines(at: context.world.now()))
  }
}
