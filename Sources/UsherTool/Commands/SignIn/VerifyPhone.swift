import AuthClient
import CommandKit
import Essentials
import Flows
import HTTP
import IdentityToolkit
import TerminalIO

struct VerifyPhone: ToolCommand {
  static let name = "verify-phone"
  static let abstract: Text = "Sign in with a phone number: get a code by SMS and enter it."
  static let discussion = """
    usher sends an SMS; standard rates may apply. Google stores the number, and uses it to prevent spam and \
    abuse. At a terminal, usher asks for the code and signs you in. \
    Without a terminal, or with --json, --no-input or --no-wait, it ends at once: finish with confirm-code.

    A phone number alone is weak proof of identity. Numbers change owners, and anyone who reads the SMS can \
    sign in. The code of a fictional number never changes, so keep it secret: pass it with --code-file.
    """
  static let manual = """
    Within a minute, usher sends no second SMS to the same number: the first code is still valid. To wait for \
    the end of the minute and then send another code:

      usher verify-phone --resend --wait-resend
    """
  static let arguments: [Argument<Self>] =
    [
      .flag(\.link, "link", help: "Link the number to the signed-in account.")
        .excluding("--update", "--reauth"),
      .flag(\.update, "update", help: "Replace the signed-in account's number with this one.")
        .excluding("--link", "--reauth"),
      .flag(\.reauthenticate, "reauth", help: "Re-authenticate the signed-in user.")
        .excluding("--link", "--update"),
    ] + Argument.set(\.phone)
  static let examples = [
    Example("usher verify-phone", "Sign in; usher asks for the number and the code."),
    Example("usher verify-phone '+1 650-555-3434'", "Sign in with this number."),
    Example(
      "usher verify-phone +16505553434 --code-file code.txt", "Sign in with a fictional number in a script."),
  ]

  var phone = PhoneOptions()
  var link = false
  var update = false
  var reauthenticate = false

  func report(in context: Context) throws -> Report<StepResult> {
    try phone.report(for: purpose, in: context)
  }

  private var purpose: CredentialPurpose {
    link ? .link : update ? .update : reauthenticate ? .reauthenticate : .signIn
  }
}

/// The options of commands that send a code to a phone as a credential.
struct PhoneOptions: ArgumentSet {
  var number: String?
  var resend = false
  var waitResend = false
  var noWait = false
  var code = CodeOptions()
  var appVerification = AppVerificationOptions()

  static let arguments: [Argument<Self>] =
    [
      .positional(
        \.number, "number",
        help: "The number with its country code, such as +16505553434."
      ).inGroups(unless: PhoneNumber.isTyped),
      .flag(\.resend, "resend", help: "Send another code; you may leave out NUMBER."),
      .flag(\.waitResend, "wait-resend", help: "Wait until you may get another code.").needing("--resend"),
      .flag(\.noWait, "no-wait", help: "Do not ask for the code now."),
    ] + Argument.set(\.code) + Argument.set(\.appVerification)

  func report(for purpose: CredentialPurpose, in context: Context) throws -> Report<StepResult> {
    // Only a sign-in can be finished by its verification ID alone.
    if purpose == .signIn {
      try code.refuseUnused(wait: !noWait)
    } else {
      try code.refuseLosingStep(wait: !noWait, isKept: context.state.isKept, context.person)
    }
    let flow = try context.sessions.flow(verifying: appVerification)
    var asker = CommandAsker(context, flow)
    (asker.code, asker.wait) = (code, !noWait)
    return try StepReports.of(asker) { engine in
      try engine.byPhone(purpose, to: try number.map { try PhoneNumber.read($0) }, resend: resend) {
        if waitResend { try wait(toSendTo: $0, flow, in: context) }
      }
    }
  }

  private func wait(toSendTo number: PhoneNumber, _ flow: FlowSession, in context: Context) throws {
    let state = try flow.state.read()
    guard let earlier = state.standingCode(to: number.e164, in: flow.binding, at: flow.now()),
      !flow.isFictional(number.e164)
    else { return }
    try Countdown(world: context.world, person: context.person).wait(until: earlier.resendAfter) {
      "usher waits \($0) s, until another code can be sent."
    }
  }
}

/// A wait that whoever waits is told of.
struct Countdown {
  let world: World
  let person: Person

  /// Waits until `end`: at a terminal the seconds count down in place, and the line is clear afterwards.
  func wait(until end: Date, _ sentence: (_ seconds: Int) -> Text) throws(TerminalError) {
    let errors = world.standardError
    let catalog = world.catalog
    let seconds = { end.timeIntervalSince(world.now()) }
    guard seconds() > 0 else { return }
    let first = sentence(Int(seconds().rounded(.up)))
    // A line that wraps could not be taken back.
    let countsDown =
      person.seesProgress && LineWrapping.width(first.in(catalog)) < person.terminal.columns ?? 80
    if !countsDown { person.output.tell(first) }
    defer {
      if countsDown { try? errors.write(TerminalLine.clear) }
    }
    while case let left = seconds(), left > 0 {
      let shown = left.rounded(.up)
      if countsDown {
        try? errors.write(TerminalLine.clear + SafeText.line(sentence(Int(shown)).in(catalog)))
      }
      world.pause(.seconds(countsDown ? left - (shown - 1) : left))
      if world.interruption() != nil { throw .interrupted }
    }
  }
}
