import AuthClient
import CommandKit
import Flows
import IdentityToolkit
import TerminalIO

struct MFAList: ToolCommand {
  static let name = "mfa list"
  static let abstract = "List the account's second factors."
  static let examples = [
    Example("usher mfa list", "Their numbers in the list, kinds, names and ids."),
    Example("usher mfa list --json", "The same for a script."),
  ]

  struct Result: CommandResult {
    var factors: [FactorResult]
  }

  func report(in context: Context) throws -> Report<Result> {
    let saved = try AccountUse(try context.flow()).reloaded()
    let factors = saved.account.factors
    let lines = factors.enumerated().map { index, factor in
      "\(index + 1)) \(factor.title), \(factor.enrolledAt.map { "enrolled \($0.rfc3339.prefix(10)), " } ?? "")id \(factor.uid)"
    }
    return Report(
      .ok, Result(factors: factors.map(FactorResult.init)),
      lines: lines.isEmpty ? ["\(saved.title) has no second factor."] : lines,
      notes: lines.isEmpty ? ["Add one with:  usher mfa enroll"] : [])
  }
}

struct MFAUnenroll: ToolCommand {
  static let name = "mfa unenroll"
  static let abstract = "Take a second factor off the account."
  static let discussion =
    "The server may end the account's sessions with it, this one too. Asks first, unless --yes is given."
  static let arguments: [Argument<Self>] = [
    .positional(
      \.factor, "factor",
      help: "The factor's id or the beginning of one, its name, or its number in the list.")
  ]
  static let examples = [Example("usher mfa unenroll work --yes", "Remove the factor called work.")]

  var factor = ""

  func report(in context: Context) throws -> Report<SignedInResult> {
    let use = AccountUse(try context.flow())
    let saved = try use.reloaded()
    let chosen = try FactorWord(factor).factor(among: saved.account.factors)
    try context.confirm(
      "Take \(chosen.title) off \(saved.title)? Other sessions of the account end with it.")
    let after = try use.saved { auth throws(AuthError) in try auth.unenroll(factor: chosen.uid) }
    return Report(
      .ok, SignedInResult(after), lines: ["Took \(chosen.title) off \(after.title)."], isConfirmation: true)
  }
}
