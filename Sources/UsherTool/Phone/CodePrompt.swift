import AuthClient
import Essentials
import IdentityToolkit
import LibC
import TerminalIO

/// The conversation about a one-time code, at a terminal.
struct CodePrompt {
  let context: Context

  /// Asks until the code is right, or there is no use in asking on.
  /// - Parameter sent: Whether its SMS was sent just now; nil where nothing is to be said of it.
  func finish(_ first: any CodeConfirmation, sent: Bool?) throws -> Report<StepResult> {
    var confirmation = first
    if let sent { announce(confirmation, sent: sent) }
    do {
      while true {
        let typed = try context.terminal.ask(question(confirmation), within: context.waitLimit)
        do {
          if confirmation.sentCode != nil, ["r", "R"].contains(typed.filter { !$0.isWhitespace }) {
            let (another, sent) = try confirmation.resend()
            confirmation = another
            announce(confirmation, sent: sent)
          } else {
            return try confirmation.confirm(try OneTimeCode.read(typed))
          }
        } catch let error where isWorthAskingOn(error) {
          var diagnosis = Diagnosis(error, now: context.now())
          if case AuthError.resentTooSoon = error { diagnosis.hint = nil }
          context.say(diagnosis)
        }
      }
    } catch let error as TerminalError where [.interrupted, .timedOut, .endOfInput].contains(error) {
      context.terminal.say(
        (confirmation.step == nil ? "To finish:  " : "Saved. To finish:  ")
          + (try context.shortCommand(finishing: confirmation)).shellLine)
      throw error
    }
  }

  private func question(_ confirmation: any CodeConfirmation) -> String {
    switch confirmation.source {
    case .sms(.some): "6-digit code (r = resend, Ctrl-C = finish later): "
    case .sms(nil): "6-digit code (Ctrl-C = finish later): "
    case .authenticator: "6-digit code from the authenticator app (Ctrl-C = finish later): "
    }
  }

  /// A slip of the finger, or a request for another code that came too early.
  private func isWorthAskingOn(_ error: any Error) -> Bool {
    switch error {
    case let diagnosis as Diagnosis: diagnosis.retry == .newInput
    case AuthError.resentTooSoon: true
    default: false
    }
  }

  private func announce(_ confirmation: any CodeConfirmation, sent: Bool) {
    guard let code = confirmation.sentCode else { return }
    context.terminal.say(confirmation.announcement(of: code, sent: sent))
    if let code = context.localCode(of: code) {
      context.terminal.say("(local server, no phone rings: the code is \(code))")
    }
  }
}

extension CodeConfirmation {
  /// What a person is told of a code; when it was sent, where another may be sent by now.
  func announcement(of code: SentCode, sent: Bool) -> String {
    let another = "Another can be sent after \(code.resendAfter.timeOfDay)."
    if sent { return "Code sent to \(code.phone). \(another)" }
    let isSpent = (step?.wrongCodes ?? 0) >= tries
    return code.stands(at: context.now()) && !isSpent
      ? "The code sent to \(code.phone) a moment ago still stands. \(another)"
      : "A code was sent to \(code.phone) at \(code.sentAt.timeOfDay)."
  }
}

extension Context {
  /// On the embedded server nobody gets a message: the code is looked up, or is a fictional number's.
  ///
  /// A second factor's number is known by its mask only.
  fileprivate func localCode(of code: SentCode) -> String? {
    guard (try? destination().isEmbedded) == true, let backend = try? backend() else { return nil }
    let server = LocalServer(backend: backend)
    func fits(_ number: String) -> Bool { number == code.phone || MaskedNumber.mask(number) == code.phone }
    if let fixed = try? server.testPhoneNumbers().first(where: { fits($0.number) }) { return fixed.code }
    // Others may have been sent since, for another session; times agree to the second.
    let second = code.sentAt.rfc3339.prefix(19)
    let messages = (try? server.messages().filter { fits($0.to) && $0.sentAt.prefix(19) >= second }) ?? []
    return messages.last { $0.sentAt.prefix(19) == messages[0].sentAt.prefix(19) }?.code
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
