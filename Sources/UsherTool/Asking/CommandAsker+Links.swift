import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

extension CommandAsker {
  func sendLink(for purpose: EmailPurpose, to email: EmailAddress) throws -> Sending<SentLink> {
    let request = LinkRequest(asker: self, purpose: purpose)
    let sending = try request.send(try request.mail(to: email))
    if person.isInteractive {
      person.terminal.say(sending.sentence)
      try service.sayWhereMailIs(for: email, to: person)
    }
    return sending
  }

  func link(from mail: Sending<SentLink>) throws -> ActionCodeURL? {
    person.isInteractive ? try pastedLink() : nil
  }

  /// Asks for a link of this destination until one is pasted.
  func pastedLink() throws -> ActionCodeURL {
    while true {
      let typed: String
      do {
        typed = try person.terminal.ask("Link from the mail: ", within: person.linkWaitLimit)
      } catch {
        person.suggest("To finish", ["usher", "complete-link"])
        throw error
      }
      do {
        return try .read(typed, at: service)
      } catch {
        person.say(error)
      }
    }
  }
}

extension Sending<SentLink> {
  /// What a person is told of the mail.
  var sentence: Text {
    isNew
      ? "Mail sent to \(message.recipient)."
      : "A mail was sent to \(message.recipient) a moment ago, and its link still works. --resend sends another."
  }
}

extension Person {
  /// Says what became of the session here, where that is not what people expect.
  func tellOfSession(after applied: AppliedLink) {
    switch applied.session {
    case .unaffected: break
    case .ended: output.tell("Your session here has ended. Sign in again.")
    case .stale: output.tell("Your session here does not show this change yet.")
    }
  }
}

extension AppliedLink {
  /// What a person is told of it.
  var sentence: Text {
    switch operation {
    case .verifyEmail: "The address \(email ?? "") is verified."
    case .verifyAndChangeEmail: email.map { "The address is now \($0)." } ?? "The address is now changed."
    case .revertSecondFactorAddition:
      "The second factor is unenrolled. If you did not enroll it yourself, set a new password."
    default: "The address is \(email ?? "") again. If you did not change it yourself, set a new password."
    }
  }
}
