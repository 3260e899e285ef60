import AuthClient
import CommandKit
import Essentials
import HTTP
import TerminalIO

struct VerifyPhone: ToolCommand {
  static let name = "verify-phone"
  static let abstract: Text = "Sign in with a phone number: get a code by SMS and enter it."
  static let discussion = """
    usher sends an SMS; standard rates may apply. Google stores the number, and uses it to prevent spam and \
    abuse. At a terminal, usher asks for the code and signs you in. \
    Without a terminal, or with --json, --no-input or --no-wait, it ends at once: finish with confirm-code.

    A phone number alone is weak proof of identity. Numbers change owners, and anyone who reads the SMS can \
    sign in. The code of a fictional number never changes, so keep it secret: pass it with --code-file.
    """
  static let manual = """
    Within a minute, usher sends no second SMS to the same number: the first code is still valid. To wait for \
    the end of the minute and then send another code:

      usher verify-phone --resend --wait-resend
    """
  static let arguments: [Argument<Self>] =
    [
      .flag(\.link, "link", help: "Link the number to the signed-in account.")
        .excluding("--update", "--reauth"),
      .flag(\.update, "update", help: "Replace the signed-in account's number with this one.")
        .excluding("--link", "--reauth"),
      .flag(\.reauthenticate, "reauth", help: "Re-authenticate the signed-in user.")
        .excluding("--link", "--update"),
    ] + Argument.set(\.phone)
  static let examples = [
    Example("usher verify-phone", "Sign in; usher asks for the number and the code."),
    Example("usher verify-phone '+1 650-555-3434'", "Sign in with this number."),
    Example(
      "usher verify-phone +16505553434 --code-file code.txt", "Sign in with a fictional number in a script."),
  ]

  var phone = PhoneOptions()
  var link = false
  var update = false
  var reauthenticate = false

  func report(in context: Context) throws -> Report<StepResult> {
    try phone.report(for: purpose, in: context)
  }

  private var purpose: CredentialPurpose {
    link ? .link : update ? .update : reauthenticate ? .reauthenticate : .signIn
  }
}
