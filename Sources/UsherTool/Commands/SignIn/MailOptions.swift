import CommandKit
import Essentials
import Flows

/// The options of commands that send a link by e-mail.
struct MailOptions: ArgumentSet {
  var email: String?
  var wait = false
  var listen: ListenAddress?
  var pageHost: PageHost?
  var noBrowser = false
  var resend = false
  var settings = LinkOptions()

  static let arguments: [Argument<Self>] =
    [
      .positional(\.email, "email", help: "The e-mail address; for change-email, the new one."),
      .flag(\.resend, "resend", help: "Send another mail; you may leave out EMAIL."),
      .flag(\.wait, "wait", help: "Wait until you open the link on this machine, then finish."),
      .option(
        \.listen, "listen", value: "ADDRESS:PORT",
        help: "With --wait, the page's address; by default 127.0.0.1 and any free port."),
      .option(
        \.pageHost, "page-host", value: "NAME",
        help: "With --wait, the host name of the page in the browser."),
      .flag(
        \.noBrowser, "no-browser",
        help: "Has no effect with --wait: you open the link yourself."),
    ] + Argument.set(\.settings)

  func report(for purpose: EmailPurpose, in context: Context) throws -> Report<StepResult> {
    let flow = try context.sessions.flow()
    if case .credential(let purpose) = purpose { try flow.refuseShadowed(by: purpose) }
    let request = LinkRequest(
      person: context.person, service: context.service, flow: flow, purpose: purpose, options: settings)
    let address = try request.address(typed: email, resend: resend)
    if wait { return try LinkWait(request: request, listen: listen, pageHost: pageHost).report(to: address) }
    guard listen == nil, pageHost == nil, !noBrowser else {
      throw UsageError.misuse("--listen, --page-host and --no-browser go with --wait")
    }
    let mail = try request.mail(to: address)
    let sending = try Reauthentication(person: context.person, service: context.service, flow: flow)
      .withRecentSignIn { try request.send(mail, resend: resend) }
    if !sending.isNew, sending.message.settings != mail.settings {
      context.output.warn(
        "a mail with other settings is on its way", "send another with --resend")
    }
    var report = StepReports(person: context.person, service: context.service, flow: flow).pending(sending)
    report.notes = try context.service.whereMailIs(for: address, to: context.person) + report.notes
    return report
  }
}
