import AuthClient
import CommandKit
import Essentials
import TerminalIO

struct CompleteLink: ToolCommand {
  static let name = "complete-link"
  static let abstract = "Finish with the link from a mail."
  static let discussion = """
    Without LINK it asks for it at a terminal: a link holds &, which a shell would take for its own. Links \
    as they stand in a mail are understood, wrapped, escaped, with text around them.

    Completing a sign-in needs the address the link was sent to: the remembered one, or --email. A link is \
    good once; mail scanners sometimes open it first.
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(\.word, "link", help: "The link in quotes, or - to read it from standard input."),
      .option(\.email, "email", value: "EMAIL", help: "The address that the link was sent to."),
      .option(\.pending, "pending", value: "ID", help: "Finish this pending step."),
      .option(\.linkCommand, "link-command", value: "COMMAND", help: "Run this; its first line is the link."),
      .option(
        \.newPasswordFile, "new-password-file", value: "FILE",
        help: "Read the new password from this file; - is standard input.", completion: .file),
    ] + Argument.set(\.secondFactor)
  static let examples = [
    Example("usher complete-link", "Ask for the link and finish."),
    Example("usher complete-link - < mail.txt", "Find the link in a mail."),
    Example(
      "usher complete-link 'https://example.firebaseapp.com/__/auth/action?mode=signIn'",
      "Finish with a link in quotes."),
  ]

  var word: String?
  var email: String?
  var pending: String?
  var linkCommand: String?
  var newPasswordFile: String?
  var secondFactor = FactorOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    let state = try context.savedState()
    let session = try context.sessionKey(in: state)
    let step = try pending.map { try named($0, in: state, session) }
    let email = try email.map { try EmailAddress.read($0) }
    let link = try link(in: context)
    return try LinkCompletion(
      context: context, session: session, link: link, state: LinkState(continueURL: link.continueURL ?? ""),
      email: email, step: step,
      password: PasswordOptions(file: newPasswordFile), secondFactor: secondFactor
    ).complete()
  }

  private func link(in context: Context) throws -> ActionCodeURL {
    let destination = try context.destination()
    if word != nil, linkCommand != nil {
      throw UsageError.misuse("LINK and --link-command exclude each other")
    }
    if let linkCommand {
      return try .read(try ChildProgram.firstLine(of: linkCommand, in: context), for: destination)
    }
    if let word { return try .read(word == "-" ? try context.standardInput.text() : word, for: destination) }
    guard context.isInteractive else {
      throw UsageError.misuse(
        "the link is missing",
        hint: "pass it as LINK in quotes, with - on standard input, or with --link-command")
    }
    while true {
      let typed: String
      do {
        typed = try context.terminal.ask("Link from the mail: ", within: context.linkWaitLimit)
      } catch {
        context.terminal.say("To finish:  " + context.command("complete-link").shellLine)
        throw error
      }
      do {
        return try .read(typed, for: destination)
      } catch {
        context.say(error)
      }
    }
  }

  private func named(_ id: String, in state: SavedState, _ session: SessionKey) throws -> PendingStep {
    guard let step = state.pending(of: session).first(where: { $0.id.rawValue == id }) else {
      throw UsageError.misuse("no step '\(id)' is pending here", hint: "see: usher pending list")
    }
    guard case .email = step.kind else {
      throw UsageError.misuse(
        "step \(id) waits for a code", hint: "finish it with: usher confirm-code --pending \(id)")
    }
    return step
  }
}
