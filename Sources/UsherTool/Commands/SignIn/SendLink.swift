import AuthClient
import BrowserPages
import CommandKit
import Essentials
import Flows
import HTTP
import IdentityToolkit

struct SendLink: ToolCommand {
  static let name = "send-link"
  static let abstract: Text =
    "Send an e-mail link: sign in, verify or change an address, or reset a password."
  static let discussion = """
    To finish, give the link from the mail to complete-link. usher remembers the address.

    Within a minute, usher sends no second mail to the same address. To send one anyway, use --resend. The \
    older link then stops working.
    """
  static let manual = """
    To finish on another machine, give the e-mail address there, because the link does not contain it:

      usher complete-link --email kim@example.com
    """
  static let arguments: [Argument<Self>] =
    [
      .option(\.purpose, "purpose", value: "PURPOSE", help: "What the link does; by default it signs in."),
      .flag(\.link, "link", help: "Link the address to the signed-in account."),
      .flag(\.reauthenticate, "reauth", help: "Re-authenticate the signed-in user."),
    ] + Argument.set(\.mail)
  static let examples = [
    Example("usher send-link kim@example.com", "Send a sign-in link."),
    Example("usher send-link --purpose verify-email", "Verify the address of the signed-in account."),
    Example("usher send-link kim@example.com --link", "Link an address to the signed-in account."),
    Example("usher send-link --resend", "Send another link, for example if a mail scanner opened the first."),
  ]

  var mail = MailOptions()
  var purpose: LinkPurpose?
  var link = false
  var reauthenticate = false

  func report(in context: Context) throws -> Report<StepResult> {
    try mail.report(for: try emailPurpose, in: context)
  }

  private var emailPurpose: EmailPurpose {
    get throws {
      switch (purpose ?? .signIn, link, reauthenticate) {
      case (.signIn, false, false): .credential(.signIn)
      case (.signIn, true, false): .credential(.link)
      case (.signIn, false, true): .credential(.reauthenticate)
      case (.verifyEmail, false, false): .verifyEmail
      case (.resetPassword, false, false): .resetPassword
      case (.changeEmail, false, false): .changeEmail
      default: throw UsageError.misuse("--purpose, --link and --reauth cannot be used together")
      }
    }
  }
}

/// The purpose of a link, as `--purpose` names it.
enum LinkPurpose: String, CaseIterable, ArgumentValue {
  case signIn = "signin"
  case verifyEmail = "verify-email"
  case resetPassword = "reset-password"
  case changeEmail = "change-email"
}

/// The options of commands that send a link by e-mail.
struct MailOptions: ArgumentSet {
  var email: String?
  var wait = false
  var listen: ListenAddress?
  var pageHost: PageHost?
  var resend = false
  var settings = LinkOptions()
  var appVerification = AppVerificationOptions()

  static let arguments: [Argument<Self>] =
    [
      .positional(\.email, "email", help: "The e-mail address; for change-email, the new one."),
      .flag(\.resend, "resend", help: "Send another mail; you may leave out EMAIL."),
      .flag(\.wait, "wait", help: "Wait until you open the link on this machine, then finish."),
      .option(
        \.listen, "listen", value: "ADDRESS:PORT",
        help: "The page's address; by default 127.0.0.1 and any free port."
      ).needing("--wait"),
      .option(
        \.pageHost, "page-host", value: "NAME",
        help: "The host name of the page in the browser."
      ).needing("--wait"),
      .recaptchaTokenFile(\.appVerification.recaptchaTokenFile),
    ] + Argument.set(\.settings)

  func report(for purpose: EmailPurpose, in context: Context) throws -> Report<StepResult> {
    let flow = try context.sessions.flow(verifying: appVerification)
    if case .credential(let purpose) = purpose { try flow.refuseShadowed(by: purpose) }
    let asker = CommandAsker(context, flow)
    let request = LinkRequest(asker: asker, purpose: purpose, options: settings)
    let address = try request.address(typed: email, resend: resend)
    if wait { return try LinkWait(request: request, listen: listen, pageHost: pageHost).report(to: address) }
    let mail = try request.mail(to: address)
    let sending = try context.engine(flow).withRecentSignIn { try request.send(mail, resend: resend) }
    if !sending.isNew, sending.message.settings != mail.settings {
      context.output.warn(
        "a mail with other settings is on its way", "send another with --resend")
    }
    var report = try StepReports(asker: asker).report(.needs(.link(sending)))
    report.notes = try context.service.whereMailIs(for: address, to: context.person) + report.notes
    return report
  }
}

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
      return .arrived(try flow.arrived(byLinkFor: request.purpose))
    }
    let link: ActionCodeURL
    do {
      link = try ActionCodeURL(arrived)
    } catch {
      throw Diagnosis(
        "auth/argument-error", .data, "the opened page is not a link of the service", retry: .never)
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
    case .arrived(let session): .done(StepResult(session), Self.done)
    }
  }
}
