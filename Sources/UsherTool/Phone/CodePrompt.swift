import AuthClient
import Essentials
import IdentityToolkit
import LibC
import TerminalIO

/// The conversation about a code that was sent, at a terminal.
struct CodePrompt {
  let context: Context
  let sending: CodeSending

  /// Asks until the code is right, another one was sent, or there is no use in asking on.
  func finish(
    _ first: CodeSending.Outcome, with confirmation: (CodeSending.Outcome, CodeSending) -> Confirmation
  ) throws -> Report {
    var outcome = first
    announce(outcome)
    do {
      while true {
        let typed = try context.terminal.ask(
          "6-digit code (r = resend, Ctrl-C = finish later): ", within: context.waitLimit)
        do {
          if ["r", "R"].contains(typed.filter { !$0.isWhitespace }) {
            outcome = try sending.send(to: outcome.verification.phoneNumber, resend: true)
            announce(outcome)
          } else {
            return try confirmation(outcome, sending).confirm(try OneTimeCode.read(typed))
          }
        } catch let error where isWorthAskingOn(error) {
          var diagnosis = Diagnosis(error, now: context.now())
          if case AuthError.resentTooSoon = error { diagnosis.hint = nil }
          context.terminal.say(diagnosis.sentences)
        }
      }
    } catch let error as TerminalError where error == .interrupted || error == .timedOut {
      context.terminal.say(howToFinish(outcome))
      throw error
    }
  }

  private func howToFinish(_ outcome: CodeSending.Outcome) -> String {
    let saved = context.command("confirm-code", session: sending.session)
    if outcome.step != nil { return "Saved. To finish:  " + saved.joined(separator: " ") }
    let id = ["--verification-id", outcome.verification.verificationID]
    return "To finish:  " + (saved + id).joined(separator: " ")
  }

  /// A slip of the finger, or a request for another code that came too early.
  private func isWorthAskingOn(_ error: any Error) -> Bool {
    switch error {
    case let diagnosis as Diagnosis: diagnosis.retry == .newInput
    case AuthError.resentTooSoon: true
    default: false
    }
  }

  private func announce(_ outcome: CodeSending.Outcome) {
    context.terminal.say(Self.announcement(outcome))
    if let code = localCode(outcome) {
      context.terminal.say("(local server, no phone rings: the code is \(code))")
    }
  }

  static func announcement(_ outcome: CodeSending.Outcome) -> String {
    let number = outcome.verification.phoneNumber.e164
    let time = outcome.verification.resendAfter.timeOfDay
    return outcome.sent
      ? "Code sent to \(number). Another can be sent after \(time)."
      : "The code sent to \(number) a moment ago still stands. Another can be sent after \(time)."
  }

  /// On the embedded server nobody gets a message: the code is looked up, or is a fictional number's.
  private func localCode(_ outcome: CodeSending.Outcome) -> String? {
    guard (try? context.destination().isEmbedded) == true, let backend = try? context.backend() else {
      return nil
    }
    let server = LocalServer(backend: backend)
    let number = outcome.verification.phoneNumber.e164
    if let fixed = try? server.testPhoneNumbers().first(where: { $0.number == number }) { return fixed.code }
    return try? server.messages(to: number).last?.code
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
