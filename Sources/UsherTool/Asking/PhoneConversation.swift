import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

/// The conversation about a phone that gets a code as a credential: its number, then the code.
struct PhoneConversation {
  let person: Person
  let service: Service
  let flow: FlowSession
  let purpose: CredentialPurpose
  var code = CodeOptions()
  /// Whether a person is asked for the code now.
  var wait = true

  /// - Parameters:
  ///   - typed: the number, where it was said already.
  ///   - resend: Whether another code is sent, and to the number that waits for one where none was said.
  ///   - waitResend: Whether that waits until another may be sent.
  func report(
    _ typed: String? = nil, resend: Bool = false, waitResend: Bool = false
  ) throws -> Report<StepResult> {
    let session = try flow.current(for: purpose)
    if purpose == .link, session?.account.phoneNumber != nil {
      throw AuthFailure.providerAlreadyLinked("phone")
    }
    try service.place.sayWhichServer(to: person)
    let number = try phoneNumber(typed, resend: resend, session)
    // The code of another number would be refused.
    if purpose == .reauthenticate {
      try AccountUse(flow).refuse(with: AuthFailure.userMismatch) { $0.phoneNumber == number.e164 }
    }
    if resend, waitResend { try waitUntilAnotherMayBeSent(to: number) }
    let sent = try PhoneSignIn(flow, for: purpose).send(to: number, resend: resend)
    return try StepReports(person: person, service: service, flow: flow)
      .finish(sent.confirmation, sent: sent.isNew, code, wait: wait)
  }

  private func phoneNumber(
    _ typed: String?, resend: Bool, _ session: SavedSession?
  ) throws -> PhoneNumber {
    if let typed { return try PhoneNumber.read(typed) }
    if resend || purpose == .reauthenticate {
      let own = purpose == .reauthenticate ? session?.account.phoneNumber : nil
      if let known = try waiting?.phoneNumber ?? own { return try PhoneNumber.read(known) }
    }
    return try PhoneNumber.ask(person, resending: resend)
  }

  private var waiting: PhoneVerification? {
    get throws { try flow.state.read().pending(of: flow.key, .phone(purpose)).last?.sentCode }
  }

  private func waitUntilAnotherMayBeSent(to number: PhoneNumber) throws {
    let state = try flow.state.read()
    guard let earlier = state.standingCode(to: number.e164, in: flow.binding, at: flow.now()),
      !FictionalNumbers(flow).contains(number.e164)
    else { return }
    try Countdown(world: service.world, person: person).wait(until: earlier.resendAfter) {
      "usher waits \($0) s, until another code can be sent."
    }
  }
}
