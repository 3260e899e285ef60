import CommandKit
import Essentials
import Flows

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
