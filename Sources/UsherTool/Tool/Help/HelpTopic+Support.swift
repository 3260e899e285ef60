import CommandKit
import Essentials

extension HelpTopic {
  /// Which services and systems usher was tested with.
  static let supportText = HelpText(
    [
      ("local server", "Tried: tests run every command, on each change."),
      (
        "Firebase's emulator",
        "Written from its source code and recordings; the tests do not run against it."
      ),
      ("production", "Untried: nothing has run against a real project."),
    ],
    prose: """
      usher's knowledge of Google's service comes from Google's SDKs, emulator and reference, and from \
      recordings by others. It is built for production, but expect surprises there, and please report them.

      Untried on production:

        phone sign-in, link, update and re-authentication
        reCAPTCHA, reCAPTCHA Enterprise and silent push
        e-mail links and the other e-mail actions
        passwords, anonymous and custom-token sign-in
        passkeys, which are in a private preview there, and real security keys
        identity providers, by token and in a browser
        token renewal and verification, revoked sessions
        tenants, App Check tokens, restricted API keys
        doctor's checks of providers, and the hints for refused keys

      The callback addresses that each provider accepts are from its own documents. The test files for init imitate \
      those of the console; they do not come from it.

      The tests run on Linux. Nobody has tested macOS.
      """)
}
