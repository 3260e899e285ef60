import AuthClient
import Essentials
import TerminalIO

/// Asks for a code at a terminal until it is right, or there is no use in asking on.
struct CodePrompt {
  let context: Context
  /// Sends another code; nil where none can be sent.
  var resend: (() throws -> Void)?
  /// How to finish without this conversation.
  let later: () -> String

  func ask(_ confirm: (String) throws -> Report) throws -> Report {
    do {
      while true {
        let typed = try context.terminal.ask(question, within: context.waitLimit)
        do {
          if let resend, ["r", "R"].contains(typed.filter { !$0.isWhitespace }) {
            try resend()
          } else {
            return try confirm(try OneTimeCode.read(typed))
          }
        } catch let error where isWorthAskingOn(error) {
          var diagnosis = Diagnosis(error, now: context.now())
          if case AuthError.resentTooSoon = error { diagnosis.hint = nil }
          context.say(diagnosis)
        }
      }
    } catch let error as TerminalError where [.interrupted, .timedOut, .endOfInput].contains(error) {
      context.terminal.say(later())
      throw error
    }
  }

  private var question: String {
    resend == nil
      ? "6-digit code (Ctrl-C = finish later): " : "6-digit code (r = resend, Ctrl-C = finish later): "
  }

  /// A slip of the finger, or a request for another code that came too early.
  private func isWorthAskingOn(_ error: any Error) -> Bool {
    switch error {
    case let diagnosis as Diagnosis: diagnosis.retry == .newInput
    case AuthError.resentTooSoon: true
    default: false
    }
  }
}
