import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

struct CompleteLink: ToolCommand {
  static let name = "complete-link"
  static let abstract: Text =
    "Use an e-mail link to sign in, verify or change an address, or reset a password."
  static let discussion = """
    At a terminal, leave out LINK and paste it when usher asks: a shell would interpret the & in a link. You \
    can paste the whole mail, too.

    A sign-in needs the address that received the link. usher remembers it; on another machine, give --email. A \
    link works once, and mail scanners sometimes open it first.
    """
  static let manual = """
    The link may be escaped, as it is in the source of a mail, or inside the address of a mail gateway or a chat:

      usher complete-link - < mail.txt
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(
        \.word, "link", help: "The link in quotes, or - to read it from standard input.", holdsSecret: true
      ).excluding("--link-command"),
      .option(\.email, "email", value: "EMAIL", help: "The address that the link was sent to."),
      .option(
        \.pending, "pending", value: "ID", help: "Finish this pending step.", completion: .live(.pending)),
      .option(
        \.linkCommand, "link-command", value: "COMMAND",
        help: "Use the first line that this command prints.",
        holdsSecret: true),
      .option(
        \.newPasswordFile, "new-password-file", value: "FILE",
        help: "Read the new password from this file; - is standard input.", completion: .secretFile),
    ] + Argument.set(\.secondFactor)
  static let examples = [
    Example("usher complete-link", "Paste the link when usher asks for it."),
    Example("usher complete-link - < mail.txt", "Find the link in a mail."),
    Example(
      "usher complete-link 'https://example.web.app/__/auth/action?mode=signIn'",
      "Finish with a link in quotes."),
  ]

  var word: String?
  var email: String?
  var pending: String?
  var linkCommand: String?
  var newPasswordFile: String?
  var secondFactor = FactorOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    var flow = try context.sessions.flow(verifying: secondFactor.appVerification)
    var step: PendingStep?
    if let pending {
      let found = try PendingSteps(flow).find(pending) { !$0.awaitsCode }
      guard found.step.sentLink != nil else { throw waitsForCode(found.step, found.flow.key) }
      (flow, step) = found
    }
    let email = try email.map { try EmailAddress.read($0) }
    let link = try link(in: context, flow)
    if newPasswordFile != nil, link.operation != .passwordReset {
      throw UsageError.misuse(
        "--new-password-file is for a link that resets a password, and this one does not")
    }
    let state = LinkState(of: link)
    if step == nil, let purpose = EmailPurpose(of: link, state: state),
      let found = try PendingSteps(flow).elsewhere(for: purpose, sentTo: email)
    {
      (flow, step) = found
    }
    let completion = LinkCompletion(flow, link, state: state, email: email, step: step)
    var asker = CommandAsker(context, flow)
    asker.secondFactor = try secondFactor.read(context.world.standardInput)
    asker.password = PasswordOptions(
      file: newPasswordFile, ways: Text(verbatim: "--new-password-file FILE"))
    let outcome = try Engine(flow, asking: asker).complete(completion)
    return try LinkReports(asker: asker, link: link).report(outcome)
  }

  private func link(in context: Context, _ flow: FlowSession) throws -> ActionCodeURL {
    if let linkCommand {
      return try .read(
        try ChildProgram.firstLine(
          of: linkCommand, context.world.environment, within: context.person.waitLimit), at: context.service)
    }
    if word == "-" { return try .read(try context.world.standardInput.text(), at: context.service) }
    if let word { return try .read(word, at: context.service, isWord: true) }
    guard context.person.isInteractive else {
      throw UsageError.misuse(
        "the link is missing",
        hint: "pass it as LINK in quotes, with - on standard input, or with --link-command")
    }
    return try CommandAsker(context, flow).pastedLink()
  }

  private func waitsForCode(_ step: PendingStep, _ session: SessionKey) -> UsageError {
    .misuse(
      "step \(step.id.rawValue) is waiting for a code",
      hint: Hint(
        "finish it", ["usher", "confirm-code", "--pending", step.id.rawValue] + session.option,
        needs: step.needs))
  }
}

struct LinkReports {
  let asker: CommandAsker
  let link: ActionCodeURL

  private var person: Person { asker.person }

  func report(_ outcome: LinkCompletion.Outcome) throws -> Report<StepResult> {
    switch outcome {
    case .signIn(let progress):
      var report = try StepReports.of(asker) { try $0.finish(progress) }
      report.result.continueURL = link.continueAddress.map(LinkState.removed)
      return report
    case .passwordChanged(let email):
      let signIn = ["usher", "signin", "password"] + (email.map { ["--email", $0] } ?? [])
      return .done(
        result(email),
        email.map { "The password of \($0) is changed. Other sessions have ended." }
          ?? "The password is changed. Other sessions have ended.",
        notes: person.next.lines("To sign in", signIn))
    case .applied(let applied):
      person.tellOfSession(after: applied)
      return .done(result(applied.email), applied.sentence)
    case .needsAddress, .needsNewPassword:
      throw UsageError.misuse("the link needs more input")
    }
  }

  private func result(_ email: String?) -> StepResult {
    StepResult(
      operation: link.operation.mode, email: Nullable(email),
      continueURL: link.continueAddress.map(LinkState.removed))
  }
}
