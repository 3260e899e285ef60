import AuthClient
import CommandKit
import Essentials
import HTTP
import TerminalIO

/// Mails a link that leads to a page of our own, and finishes when it is opened.
struct LinkWait {
  let sending: LinkSending
  let listen: ListenAddress?
  let pageHost: PageHost?

  private var context: Context { sending.context }

  /// - Parameter settings: makes the link's settings of the page's address.
  func report(
    to email: EmailAddress, settings: (String) throws -> ActionCodeSettings?
  ) throws -> Report<StepResult> {
    guard sending.purpose != .resetPassword else {
      throw UsageError.misuse("a password is reset with complete-link", hint: "leave --wait out")
    }
    let page = try PageServer(
      ContinuePage(mailedTo: email.text, isCodeRequired: sending.purpose.isSignIn),
      configuration: configuration,
      embedded: try context.embeddedHandler(), random: context.random)
    var sending = sending
    if try context.destination().isEmbedded { sending.linkAuthority = Origin(page.origin)?.authority }
    // Asked for again at once: an earlier mail leads to a page that is gone.
    let outcome = try sending.send(to: email, settings: try settings(page.continueURL), resend: true)
    context.tell("Mail sent to \(email). Waiting for its link to be opened on this machine.")
    try context.sayWhereMailIs(for: email)
    let arrived: String
    do {
      arrived = try page.wait(within: context.linkWaitLimit)
    } catch {
      let argv = context.command("complete-link", session: sending.session)
      context.tell("Saved. To finish:  " + argv.shellLine)
      throw error
    }
    do {
      let report = try finish(arrived, outcome)
      page.finish(.success(report.lines.first ?? "Done"))
      return report
    } catch {
      page.finish(.failure(Diagnosis(error, now: context.now()).sentences))
      throw error
    }
  }

  private var configuration: PageServer.Configuration {
    var configuration = PageServer.Configuration()
    if let listen {
      configuration.host = listen.host
      configuration.port = listen.port
    }
    configuration.pageHost = pageHost?.name
    return configuration
  }

  private func finish(_ arrived: String, _ outcome: LinkSending.Outcome) throws -> Report<StepResult> {
    // What proves or changes an address was done on the way here, by the service's own page.
    guard sending.purpose.isSignIn else {
      return try LinkArrival(context: context, sending: sending).report()
    }
    let link: ActionCodeURL
    do {
      link = try ActionCodeURL(arrived)
    } catch {
      throw Diagnosis("auth/argument-error", .data, "what was opened is no link of the service")
    }
    guard link.apiKey == (try context.destination().apiKey) else {
      throw Diagnosis("auth/invalid-action-code", .rejected, "the link holds another API key")
    }
    return try LinkCompletion(
      context: context, session: sending.session, link: link, state: LinkState(continueURL: arrived),
      step: outcome.step, password: PasswordOptions()
    ).complete()
  }
}

extension EmailPurpose {
  fileprivate var isSignIn: Bool { [.signIn, .link, .reauthenticate].contains(self) }
}
