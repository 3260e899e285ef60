import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

/// Asks a person for a one-time code.
struct CodePrompt {
  let person: Person
  let service: Service

  func answer(_ need: CodeNeed) throws -> CodeAnswer {
    let confirmation = need.confirmation
    if let sent = need.sent {
      announce(confirmation, sent: sent)
      if !need.isRepeated { person.terminal.say(instruction(for: confirmation)) }
    }
    while true {
      let typed = try person.terminal.ask(Self.question(for: confirmation), within: person.waitLimit)
      if confirmation.kind.sentCode != nil, ["r", "R"].contains(typed.filter { !$0.isWhitespace }) {
        return .another
      }
      do {
        return .code(try OneTimeCode.read(typed, length: confirmation.codeLength))
      } catch {
        person.say(error)
      }
    }
  }

  /// Says what was wrong with a code, or with a request for another one, if there is use in asking again.
  func reconsider(_ error: any Error) throws {
    guard let diagnosis = worthAskingOn(error), diagnosis.triesLeft != 0 else { throw error }
    person.say(diagnosis)
  }

  private func instruction(for confirmation: CodeConfirmation) -> Text {
    // Another program has no command that finishes a step.
    let mayFinishLater = person.next.host == nil
    if confirmation.kind.isAuthenticator {
      return mayFinishLater
        ? "Type the code from your authenticator app, or press Ctrl-C to finish later."
        : "Type the code from your authenticator app."
    }
    if confirmation.kind.sentCode == nil {
      return mayFinishLater
        ? "Type the code from the SMS, or press Ctrl-C to finish later." : "Type the code from the SMS."
    }
    return mayFinishLater
      ? "Type r to get another code, or press Ctrl-C to finish later." : "Type r to get another code."
  }

  private static func question(for confirmation: CodeConfirmation) -> Text {
    let length = confirmation.codeLength
    guard length.count == 1 else { return Text("Code: ") }
    // A QR code may have moved the explanation off the screen.
    return confirmation.kind.isAuthenticator
      ? "\(length.lowerBound)-digit code of the app: " : "\(length.lowerBound)-digit code: "
  }

  /// What to say of a wrong code, or of a request for another one that came too early; nil for other errors.
  private func worthAskingOn(_ error: any Error) -> Diagnosis? {
    var diagnosis = Diagnosis(error, now: service.world.now())
    if error is ResentTooSoon {
      diagnosis.hint = nil
      return diagnosis
    }
    return error is CodeRefused && diagnosis.retry == .newInput ? diagnosis : nil
  }

  private func announce(_ confirmation: CodeConfirmation, sent: Bool) {
    guard let code = confirmation.kind.sentCode else { return }
    person.terminal.say(confirmation.announcement(of: code, sent: sent))
    if let code = service.localCode(of: code) {
      person.terminal.say("(local server, no phone rings: the code is \(code))")
    }
  }
}

extension CodeConfirmation {
  /// What a person is told of a code; when it was sent, where another may be sent by now.
  func announcement(of code: PhoneVerification, sent: Bool) -> Text {
    let now = flow.now()
    let another: Text = "You can ask for another after \(code.resendAfter.timeOfDay(asOf: now))."
    if sent { return "Code sent to \(code.phoneNumber). \(another)" }
    return code.stands(at: now) && step?.isSpent != true
      ? "A code was sent to \(code.phoneNumber) a moment ago, and it still works. \(another)"
      : "A code was sent to \(code.phoneNumber) at \(code.sentAt.timeOfDay(asOf: now))."
  }

  var tryAgain: [String] { kind.confirm(step, in: flow.key) }
}

extension CodeConfirmation {
  /// The shortest command that takes the code: the step is named only where there are others.
  func shortCommand() throws -> [String] {
    guard step != nil else { return tryAgain }
    let live = try PendingSteps(flow).live(where: \.awaitsCode)
    return live.count > 1 ? tryAgain : ["usher", "confirm-code"] + flow.key.option
  }
}

extension Service {
  /// On a local server nobody gets a message: the code is looked up. Nil where one with an address has another owner.
  fileprivate func localCode(of code: PhoneVerification) -> String? {
    guard (try? destination().endpoint.isLocal) == true else { return nil }
    // By what it is for: the server's clock may have been moved, and a number may have been sent several.
    return (try? localServer().codes())?.last { $0.sessionInfo == code.verificationID }?.code
  }
}
