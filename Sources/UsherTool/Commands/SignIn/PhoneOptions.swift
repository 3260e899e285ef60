import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

/// What every command takes that sends a code to a phone as a credential.
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
        help: "The number with its country code; spaces, dashes and brackets are fine."),
      .flag(\.resend, "resend", help: "Send another code; without NUMBER, to the number that waits for one."),
      .flag(\.waitResend, "wait-resend", help: "With --resend, wait until another code may be sent."),
      .flag(\.noWait, "no-wait", help: "Do not ask for the code now."),
    ] + Argument.set(\.code) + Argument.set(\.appVerification)

  func report(for purpose: CredentialPurpose, in context: Context) throws -> Report<StepResult> {
    try code.refuseUnused(wait: !noWait)
    if waitResend, !resend { throw UsageError.misuse("--wait-resend goes with --resend") }
    context.appVerification = appVerification
    let flow = try context.flow()
    try flow.refuseShadowed(by: purpose)
    let session = try flow.current()
    if purpose.needsCurrentUser, session == nil { throw try NotSignedIn(flow) }
    if purpose == .link, session?.account.phoneNumber != nil {
      throw AuthFailure.providerAlreadyLinked("phone")
    }
    try context.sayWhichServer()
    let number = try phoneNumber(for: purpose, session, flow, context)
    if resend, waitResend { try waitUntilAnotherMayBeSent(to: number, flow, context) }
    let sent = try PhoneSignIn(flow, for: purpose).send(to: number, resend: resend)
    return try StepReports(context: context, flow: flow)
      .finish(sent.confirmation, sent: sent.isNew, code, wait: !noWait)
  }

  private func phoneNumber(
    for purpose: CredentialPurpose, _ session: SavedSession?, _ flow: FlowSession, _ context: Context
  ) throws -> PhoneNumber {
    if let number { return try PhoneNumber.read(number) }
    if resend || purpose == .reauthenticate {
      let own = purpose == .reauthenticate ? session?.account.phoneNumber : nil
      if let known = try waiting(purpose, flow)?.phoneNumber ?? own { return try PhoneNumber.read(known) }
    }
    return try PhoneNumber.ask(in: context, resending: resend)
  }

  private func waiting(_ purpose: CredentialPurpose, _ flow: FlowSession) throws -> PhoneVerification? {
    try flow.state.read().pending(of: flow.key, .phone(purpose)).last?.sentCode
  }

  private func waitUntilAnotherMayBeSent(
    to number: PhoneNumber, _ flow: FlowSession, _ context: Context
  ) throws {
    let state = try flow.state.read()
    guard let earlier = state.standingCode(to: number.e164, in: flow.binding, at: context.now()),
      !FictionalNumbers(flow).contains(number.e164)
    else { return }
    try context.wait(until: earlier.resendAfter) { "Waiting \($0) s until another code may be sent." }
  }
}
