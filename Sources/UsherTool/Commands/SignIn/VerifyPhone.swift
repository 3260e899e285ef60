import AuthClient
import CommandKit
import Essentials
import HTTP
import TerminalIO

struct VerifyPhone: ToolCommand {
  static let name = "verify-phone"
  static let abstract = "Sign in with a phone number: send it a code by SMS."
  static let discussion = """
    At a terminal it asks for the code that arrives, and signs you in. Without a terminal, with --json, \
    --no-input or --no-wait it returns at once and names the next step, confirm-code.

    An SMS is sent to the number, and standard rates may apply. Asking again for the same number within a \
    minute sends nothing: the code on its way still stands.

    A phone number alone is weak proof of who somebody is, for numbers change hands. The fixed code of a \
    fictional number is a standing secret: pass it with --code-file.
    """
  static let arguments: [Argument<Self>] =
    Argument.set(\.phone) + [
      .flag(\.link, "link", help: "Make the number another way in to the account that is signed in."),
      .flag(\.update, "update", help: "Make the number the account's, in place of its present one."),
      .flag(\.reauthenticate, "reauth", help: "Prove again that the person of the session is there."),
    ]
  static let examples = [
    Example("usher verify-phone", "Ask for the number and the code, and sign in."),
    Example("usher verify-phone '+1 650-555-3434'", "Sign in with this number."),
    Example(
      "usher verify-phone +16505553434 --code-file code.txt", "Sign in a fictional number in a script."),
    Example("usher verify-phone --resend --wait-resend", "Send another code as soon as that is allowed."),
  ]

  var phone = PhoneOptions()
  var link = false
  var update = false
  var reauthenticate = false

  func report(in context: Context) throws -> Report<StepResult> {
    try phone.report(for: try purpose, in: context)
  }

  private var purpose: CredentialPurpose {
    get throws {
      switch (link, update, reauthenticate) {
      case (false, false, false): .signIn
      case (true, false, false): .link
      case (false, true, false): .update
      case (false, false, true): .reauthenticate
      default: throw UsageError.misuse("--link, --update and --reauth exclude each other")
      }
    }
  }
}
