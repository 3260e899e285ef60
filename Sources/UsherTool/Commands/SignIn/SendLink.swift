import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit

struct SendLink: ToolCommand {
  static let name = "send-link"
  static let abstract = "Mail a link that signs in, or that proves, changes or resets something."
  static let discussion = """
    The address is remembered on this machine, and complete-link finishes with the link from the mail. The \
    address never goes into the link.

    Asking again for the same address within a minute sends nothing; --resend sends another in any case, \
    and the older link ends.
    """
  static let arguments: [Argument<Self>] =
    Argument.set(\.mail) + [
      .option(\.purpose, "purpose", value: "PURPOSE", help: "What the link does; signin unless told."),
      .flag(\.link, "link", help: "Make the address another way in to the account that is signed in."),
      .flag(\.reauthenticate, "reauth", help: "Prove again that the signed-in person is there."),
    ]
  static let examples = [
    Example("usher send-link kim@example.com", "Mail a sign-in link."),
    Example("usher send-link --purpose verify-email", "Prove the address of the account that is signed in."),
    Example("usher send-link kim@example.com --link", "Add an address to the account that is signed in."),
    Example("usher send-link --resend", "Send another, because a mail scanner opened the first."),
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
      default: throw UsageError.misuse("--purpose, --link and --reauth exclude each other")
      }
    }
  }
}
