import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit

struct WhoAmI: ToolCommand {
  static let name = "whoami"
  static let abstract: Text = "Show who is signed in, without asking the server."
  static let discussion = """
    It lists the account's providers with the names that unlink takes. With --check, usher asks the server. If \
    the server ended the session, usher removes it here, and the exit status is 4.
    """
  static let arguments: [Argument<Self>] = [
    .flag(\.claims, "claims", help: "Show the ID token's claims too."),
    .flag(\.check, "check", help: "Ask the server whether the session is still valid."),
  ]
  static let examples = [
    Example("usher whoami", "Show who is signed in."),
    Example("usher whoami --field account.uid", "Print the uid alone."),
    Example("usher whoami --check --quiet || usher signin", "Sign in only if needed."),
  ]

  var claims = false
  var check = false

  struct Result: CommandResult, OmitsMissing {
    var account: AccountResult
    var session: SessionResult
    /// `saved`, or the variable that the session came from.
    var source: String
    var claims: JSONValue?
  }

  var asksServer: Bool { check }
  var directions: Set<Direction> { check ? .all : .all.subtracting([.appCheckToken]) }

  func report(in context: Context) throws -> Report<Result> {
    if !claims { try context.settings.refuseFieldOfClaims(of: Self.name) }
    var active = try context.sessions.active()
    if check { active.saved = try SessionCheck(try context.sessions.flow()).session() }
    let place = try context.place.destination().spokenName
    let isByLink = active.saved.signInMethod == "email-link"
    let providers = active.saved.account.providers.map { provider -> Text in
      let word = IdentityProvider(provider).word
      return provider == "password" && isByLink
        ? "\(word) (e-mail link)" : Text(verbatim: SafeText.brief(word))
    }
    let variable = active.source.variable.map { Text("by \($0)") }
    let isTitle = active.saved.title.english == active.saved.uid
    let details = [isTitle ? nil : Text("uid \(active.saved.uid)"), place, variable].compactMap(\.self)
      .joined(
        separator: ", ")
    let (title, list) = (active.saved.fullTitle, providers.joined(separator: ", "))
    var report = Report(
      .ok,
      Result(
        account: AccountResult(active.saved), session: SessionResult(active.saved),
        source: active.source.variable ?? SessionSource.saved),
      lines: [
        providers.isEmpty
          ? Text("\(title) (\(details))").brief
          : Text("\(title) (\(details); providers: \(list))").brief
      ])
    if claims {
      let claims = active.saved.tokens.idToken.claims
      report.result.claims = claims
      report.lines.append(Text(verbatim: claims.text))
    }
    return report
  }
}
