import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

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
      !FictionalNumbers(flow).contains(number.e164)
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
