import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

/// The conversation about a mailed link.
struct LinkConversation {
  let person: Person
  let service: Service
  let flow: FlowSession

  /// Asks for a link of this destination until one is pasted.
  func pasted() throws -> ActionCodeURL {
    while true {
      let typed: String
      do {
        typed = try person.terminal.ask("Link from the mail: ", within: person.linkWaitLimit)
      } catch {
        person.suggest("To finish", ["usher", "complete-link"])
        throw error
      }
      do {
        return try .read(typed, for: try service.place.destination())
      } catch {
        person.say(error)
      }
    }
  }

  /// Mails a link to `email`, and completes the one that is pasted.
  func finish(_ purpose: EmailPurpose, to email: String) throws -> LinkCompletion.Outcome {
    let request = LinkRequest(person: person, service: service, flow: flow, purpose: purpose)
    let address = try EmailAddress.read(email)
    let sending = try request.send(try request.mail(to: address))
    person.terminal.say(sending.sentence)
    try service.sayWhereMailIs(for: address, to: person)
    let link = try pasted()
    return try LinkAnswers(person: person, service: service).finish(
      LinkCompletion(flow, link, state: LinkState(of: link)))
  }

  /// As above, for a link that is a credential.
  func credential(for purpose: CredentialPurpose, to email: String) throws -> SignInOutcome {
    guard case .signIn(let outcome) = try finish(.credential(purpose), to: email) else {
      throw Diagnosis("auth/invalid-action-code", .rejected, "this link is for something else")
    }
    return outcome
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
