import AuthClient
import CommandKit
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
  static let fields = SavedSession.fields + ["claims.*"]

  var claims = false

  func report(in context: Context) throws -> Report {
    let active = try context.activeSession()
    let place = try context.destination().spokenName
    var report = Report(
      .ok, active.saved.members,
      lines: ["\(active.saved.title) (uid \(active.saved.uid), \(place))"])
    if claims {
      let claims = try IDToken(active.saved.idToken).claims
      report.members.append(.init("claims", claims))
      report.lines.append(claims.text)
    }
    return report
  }
}
