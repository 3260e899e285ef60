import AuthClient
import BrowserPages
import CommandKit
import Essentials
import Flows
import HTTP
import IdentityToolkit

/// Sends a link that leads to a page on this machine, and finishes when the user opens it.
struct LinkWait {
  let request: LinkRequest
  let listen: ListenAddress?
  let pageHost: PageHost?

  private var person: Person { request.asker.person }
  private var service: Service { request.asker.service }
  private var flow: FlowSession { request.asker.flow }
  private var engine: Engine { Engine(flow, asking: request.asker) }

  func report(to email: EmailAddress) throws -> Report<StepResult> {
    guard request.purpose != .resetPassword else {
      throw UsageError.misuse(
        "--wait does not go with reset-password: complete-link resets it", hint: "leave --wait out")
    }
    let page = try PageServer.serving(
      ContinuePage(mailedTo: email.text, isCodeRequired: request.purpose.isCredential),
      .init(listen: listen, pageHost: pageHost), at: service)
    // Links of the embedded server must use this page's address, because nothing else serves them.
    let authority = try service.place.destination().isEmbedded ? Origin(page.origin)?.authority : nil
    let mail = try request.mail(to: email, leadingTo: page.continueURL, linkAuthority: authority)
    // Request a new mail at once, because an earlier one leads to a page that is gone.
    let sending = try engine.withRecentSignIn { try request.send(mail, resend: true) }
    person.output.tell("Mail sent to \(email.text). Open its link on this machine; usher waits for it.")
    try service.sayWhereMailIs(for: email, to: person, isOpened: true)
    let arrived: String
    do {
      arrived = try page.brought(within: person.linkWaitLimit)
    } catch {
      for line in person.next.lines("Saved. To finish", ["usher", "complete-link"] + flow.key.option) {
        person.output.tell(line)
      }
      throw error
    }
    let finished: Finished
    do {
      finished = try finish(arrived, sending.step)
      page.finish(.success(try sentence(finished).in(person.output.catalog)))
    } catch {
      let lines = person.next.completed(Diagnosis(error, now: service.world.now())).lines(
        columns: nil, in: person.output.catalog)
      page.finish(.failure(lines.joined(separator: " ")))
      throw error
    }
    // Ask further questions at the terminal, because the browser's page is finished.
    return try report(finished)
  }

  private enum Finished {
    case credential(ActionCodeURL, LinkCompletion.Outcome)
    /// The service's own page has verified or changed the address before it led here.
    case arrived(SavedSession)
  }

  private func finish(_ arrived: String, _ step: PendingStep?) throws -> Finished {
    guard request.purpose.isCredential else {
      return .arrived(try LinkArrival(flow, of: request.purpose).finish())
    }
    let link: ActionCodeURL
    do {
      link = try ActionCodeURL(arrived)
    } catch {
      throw Diagnosis("auth/argument-error", .data, "the opened page is not a link of the service")
    }
    guard try service.place.destination().writesLinks(with: link.apiKey) else {
      throw Diagnosis("auth/invalid-action-code", .rejected, "the link has another API key")
    }
    let completion = LinkCompletion(flow, link, state: LinkState(of: link), step: step)
    return .credential(link, try engine.complete(completion))
  }

  private func sentence(_ finished: Finished) throws -> Text {
    switch finished {
    case .credential(_, .signIn(.signedIn(let signedIn))): try signedIn.sentence(at: service.destination())
    case .credential(_, .signIn(.needs)):
      "Go on in the terminal: this account needs a second factor"
    case .credential(_, .applied(let applied)): applied.sentence
    case .credential: Text("Done")
    case .arrived: Self.done
    }
  }

  private static let done: Text = "Done. The account is up to date."

  private func report(_ finished: Finished) throws -> Report<StepResult> {
    switch finished {
    case .credential(let link, let outcome):
      try LinkReports(asker: request.asker, link: link).report(outcome)
    case .arrived(let session): Report(.ok, StepResult(session), lines: [Self.done], isConfirmation: true)
    }
  }
}
