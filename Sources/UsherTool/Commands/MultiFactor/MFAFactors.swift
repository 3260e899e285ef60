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
    return .done(SignedInResult(after), Text("Unenrolled \(chosen.title) from \(after.title)."))
  }

  private func chosen(among factors: [EnrolledFactor], by person: Person) throws -> EnrolledFactor {
    if factor == nil, factors.count > 1 {
      return try person.choose("Which second factor?", among: factors, by: \.title)
    }
    return try FactorSelection(factor ?? "1").factor(among: factors)
  }
}

struct MFAChallenge: ToolCommand {
  static let name = "mfa challenge"
  static let abstract: Text = "Send the SMS code for a second factor."
  static let discussion = """
    Use it for a sign-in that needs a second factor (exit status 3). At a terminal, you choose the factor and \
    enter its code. In a script, it sends the SMS: finish with confirm-code. An authenticator app needs no \
    challenge: give its code to confirm-code.
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(
        \.factor, "factor",
        help: "The factor's id, an id prefix, its name, or its number in mfa list.",
        completion: .live(.factor)),
      .option(
        \.pending, "pending", value: "ID", help: "Continue this pending step.",
        completion: .live(.pending)),
      .flag(\.resend, "resend", help: "Send another code."),
      .flag(\.noWait, "no-wait", help: "Do not ask for the code now."),
    ] + Argument.set(\.code) + Argument.set(\.appVerification)
  static let examples = [
    Example("usher mfa challenge", "Choose the factor and finish the sign-in."),
    Example("usher mfa challenge work --json", "Send the code to the phone called work, in a script."),
  ]

  var factor: String?
  var pending: String?
  var resend = false
  var noWait = false
  var code = CodeOptions()
  var appVerification = AppVerificationOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try code.refuseUnused(wait: !noWait)
    let (flow, signIn) = try waiting(try context.sessions.flow(verifying: appVerification))
    try flow.refuseShadowed(by: signIn.purpose)
    var asker = CommandAsker(context, flow)
    asker.secondFactor.factor = factor
    (asker.code, asker.wait, asker.beganStep) = (code, !noWait, true)
    return try StepReports.of(asker) { engine in
      if context.person.isInteractive, !noWait, !resend, !code.isGiven {
        return try engine.finish(.needs(.factor(signIn)))
      }
      return try engine.challenge(signIn, with: try signIn.factor(factor), resend: resend)
    }
  }

  /// Returns the sign-in that waits for a second factor.
  private func waiting(_ flow: FlowSession) throws -> (FlowSession, SecondFactorStep) {
    do {
      let (flow, step) = try PendingSteps(flow).find(pending) { SecondFactorStep($0, of: flow.key) != nil }
      guard let signIn = SecondFactorStep(step, of: flow.key) else {
        throw UsageError.misuse(
          "step \(step.id.rawValue) has no second factor to challenge",
          hint: Hint("finish it", step.finish + flow.key.option, needs: step.needs))
      }
      return (flow, signIn)
    } catch PendingProblem.nothing(let session) {
      throw Diagnosis(
        .nothingPending, "no sign-in is waiting for a second factor",
        hint: Hint(Text("start"), ["usher", "signin"] + session.option))
    }
  }
}
