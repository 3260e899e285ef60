import AuthClient
import CommandKit
import Flows
import IdentityToolkit

struct WhoAmI: ToolCommand {
  static let name = "whoami"
  static let abstract = "Show who is signed in, without asking the server."
  static let arguments: [Argument<Self>] = [
    .flag(\.claims, "claims", help: "Show the ID token's claims too.")
  ]
  static let examples = [
    Example("usher whoami", "Show who is signed in."),
    Example("usher whoami --field account.uid", "Print the uid alone."),
  ]

  var claims = false

  struct Result: CommandResult, OmitsMissing {
    var account: AccountResult
    var session: SessionResult
    var claims: JSONValue?
  }

  func report(in context: Context) throws -> Report<Result> {
    let active = try context.activeSession()
    let place = try context.destination().spokenName
    var report = Report(
      .ok,
      Result(account: AccountResult(active.saved), session: SessionResult(active.saved)),
      lines: ["\(active.saved.title) (uid \(active.saved.uid), \(place))"])
    if claims {
      let claims = active.saved.tokens.idToken.claims
      report.result.claims = claims
      report.lines.append(claims.text)
    }
    return report
  }
}
