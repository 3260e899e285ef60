import AuthClient
import Essentials
import IdentityToolkit
import LibC
import TerminalIO

extension CodeSending {
  /// Says what was sent and asks for its code, at a terminal.
  func converse(about first: Outcome) throws -> Report {
    var outcome = first
    announce(outcome)
    let prompt = CodePrompt(
      context: context,
      resend: {
        outcome = try send(to: outcome.verification.phoneNumber, resend: true)
        announce(outcome)
      },
      later: { howToFinish(outcome) })
    return try prompt.ask { try confirmation(of: outcome).confirm($0) }
  }

  func confirmation(of outcome: Outcome) -> Confirmation {
    Confirmation(
      context: context, session: session, purpose: purpose,
      verificationID: outcome.verification.verificationID, step: outcome.step)
  }

  /// What a person is told of a code; when it was sent, where another may be sent by now.
  func announcement(of outcome: Outcome) -> String {
    let verification = outcome.verification
    let number = verification.phoneNumber.e164
    let another = "Another can be sent after \(verification.resendAfter.timeOfDay)."
    if outcome.sent { return "Code sent to \(number). \(another)" }
    let isSpent = (outcome.step?.wrongCodes ?? 0) >= Confirmation.tries
    return verification.stands(at: context.now()) && !isSpent
      ? "The code sent to \(number) a moment ago still stands. \(another)"
      : "A code was sent to \(number) at \(verification.sentAt.timeOfDay)."
  }

  private func announce(_ outcome: Outcome) {
    context.terminal.say(announcement(of: outcome))
    if let code = localCode(outcome.verification) {
      context.terminal.say("(local server, no phone rings: the code is \(code))")
    }
  }

  private func howToFinish(_ outcome: Outcome) -> String {
    guard let step = outcome.step, let state = try? context.savedState() else {
      let id = outcome.verification.verificationID
      return "To finish:  "
        + context.command("confirm-code", "--verification-id", id, session: session).joined(separator: " ")
    }
    return "Saved. To finish:  " + context.confirming(step, of: session, in: state).joined(separator: " ")
  }

  /// On the embedded server nobody gets a message: the code is looked up, or is a fictional number's.
  private func localCode(_ verification: PhoneVerification) -> String? {
    guard (try? context.destination().isEmbedded) == true, let backend = try? context.backend() else {
      return nil
    }
    let server = LocalServer(backend: backend)
    let number = verification.phoneNumber.e164
    if let fixed = try? server.testPhoneNumbers().first(where: { $0.number == number }) { return fixed.code }
    // Others may have been sent since, for another session; times agree to the second.
    let second = verification.sentAt.rfc3339.prefix(19)
    guard let messages = try? server.messages(to: number),
      let first = messages.first(where: { $0.sentAt.prefix(19) >= second })
    else { return nil }
    return messages.last { $0.sentAt.prefix(19) == first.sentAt.prefix(19) }?.code
  }
}

extension Context {
  /// The steps that a code could be for if none is named: those of the session that is, else all.
  func stepsAwaitingCode(of session: SessionKey, in state: SavedState) -> [PendingStep] {
    let isNamed = options.session != nil || environment["USHER_SESSION"] != nil
    return (isNamed ? state.pending(of: session) : state.pending(in: session.binding)).filter(\.awaitsCode)
  }

  /// `argv` that finishes `step`; it names the step only where there are others.
  func confirming(_ step: PendingStep, of session: SessionKey, in state: SavedState) -> [String] {
    let others = stepsAwaitingCode(of: session, in: state).filter { !$0.isExpired(at: now()) }
    return others.count > 1
      ? command("confirm-code", "--pending", step.id.rawValue, session: session)
      : command("confirm-code", session: session)
  }
}

extension PendingStep {
  /// A link finishes the others.
  var awaitsCode: Bool {
    if case .email = kind { false } else { true }
  }
}

extension Date {
  /// Hours, minutes and seconds where the person is.
  var timeOfDay: String {
    var seconds = time_t(timeIntervalSince1970)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}
