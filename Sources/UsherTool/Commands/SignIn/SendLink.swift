import AuthClient
import CommandKit
import Essentials
import Flows
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
