import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

/// The conversation about a mailed link.
struct LinkConversation {
  let context: Context
  let flow: FlowSession

  /// Asks for a link of this destination until one is pasted.
  func pasted() throws -> ActionCodeURL {
    while true {
      let typed: String
      do {
        typed = try context.terminal.ask("Link from the mail: ", within: context.linkWaitLimit)
      } catch {
        context.terminal.say("To finish:  " + context.line(["usher", "complete-link"]))
        throw error
      }
      do {
        return try .read(typed, for: try context.destination())
      } catch {
        context.say(error)
      }
    }
  }

  /// Mails a link to `email`, and completes the one that is pasted.
  func finish(_ purpose: EmailPurpose, to email: String) throws -> LinkCompletion.Outcome {
    let request = LinkRequest(context: context, flow: flow, purpose: purpose)
    let address = try EmailAddress.read(email)
    let sending = try request.send(try request.mail(to: address))
    context.terminal.say(sending.sentence)
    try context.sayWhereMailIs(for: address)
    let link = try pasted()
    return try LinkAnswers(context: context).finish(
      LinkCompletion(flow, link, state: LinkState(continueURL: link.continueAddress ?? "")))
  }

  /// As above, for a link that is a credential.
  func credential(for purpose: CredentialPurpose, to email: String) throws -> SignInOutcome {
    guard case .signIn(let outcome) = try finish(.credential(purpose), to: email) else {
      throw Diagnosis("auth/invalid-action-code", .rejected, "that link is for something else")
    }
    return outcome
  }
}

extension Sending<SentLink> {
  /// What a person is told of the mail.
  var sentence: String {
    isNew
      ? "Mail sent to \(message.recipient)."
      : "The mail sent to \(message.recipient) a moment ago still stands; --resend sends another."
  }
}
