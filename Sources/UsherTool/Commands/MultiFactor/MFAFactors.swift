import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

struct MFAList: ToolCommand {
  static let name = "mfa list"
  static let abstract: Text = "List the account's second factors."
  static let examples = [
    Example("usher mfa list", "Show number, kind, name and id of each."),
    Example("usher mfa list --json", "The same for a script."),
  ]

  struct Result: CommandResult {
    var factors: [FactorResult]
  }

  func report(in context: Context) throws -> Report<Result> {
    let saved = try AccountUse(try context.sessions.flow()).reloaded()
    let factors = saved.account.factors
    let lines: [Text] = factors.enumerated().map { index, factor in
      factor.enrolledAt.map {
        Text("\(index + 1)) \(factor.title), enrolled \($0.localDay), id \(factor.uid)")
      } ?? Text("\(index + 1)) \(factor.title), id \(factor.uid)")
    }
    return Report(
      .ok, Result(factors: factors.map(FactorResult.init)),
      lines: lines.isEmpty ? ["\(saved.title) has no second factor."] : lines,
      notes: lines.isEmpty ? context.next.lines("To enroll one", ["usher", "mfa", "enroll"]) : [])
  }
}

struct MFAUnenroll: ToolCommand {
  static let name = "mfa unenroll"
  static let abstract: Text = "Unenroll a second factor of the account."
  static let discussion = """
    The server may end the account's sessions, including this one. usher asks first, unless you give --yes.
    """
  static let arguments: [Argument<Self>] = [
    .positional(
      \.factor, "factor",
      help: "The factor's id, an id prefix, its name, or its number in mfa list.", required: false,
      completion: .live(.factor))
  ]
  static let examples = [Example("usher mfa unenroll work --yes", "Unenroll the factor called work.")]

  var factor: String?

  func report(in context: Context) throws -> Report<SignedInResult> {
    guard factor != nil || context.person.isInteractive else {
      throw UsageError.misuse(
        "FACTOR is missing", hint: Hint("see the second factors", ["usher", "mfa", "list"]))
    }
    let flow = try context.sessions.flow()
    let use = AccountUse(flow)
    let saved = try use.reloaded()
    let chosen = try chosen(among: saved.account.factors, by: context.person)
    let isLast = saved.account.factors.count == 1
    try context.destruction.confirm(
      isLast
        ? "Unenroll \(chosen.title) from \(saved.title)? It is the last second factor: sign-ins will not "
          + "need one then. This ends the account's other sessions."
        : "Unenroll \(chosen.title) from \(saved.title)? This ends the account's other sessions.")
    let after = try context.engine(flow).withRecentSignIn {
      try use.saved { auth throws(AuthFailure) in
        guard auth.currentUser?.uid == saved.uid else { throw .userMismatch }
        return try auth.unenroll(factor: chosen.uid)
      }
    }
    return Report(
      .ok, SignedInResult(after), lines: [Text("Unenrolled \(chosen.title) from \(after.title).")],
      isConfirmation: true)
  }

  private func chosen(among factors: [EnrolledFactor], by person: Person) throws -> EnrolledFactor {
    if factor == nil, factors.count > 1 {
      return factors[
        try person.terminal.choose(
          "Which second factor?", from: factors.map(\.title), within: person.waitLimit)]
    }
    return try FactorSelection(factor ?? "1").factor(among: factors)
  }
}
