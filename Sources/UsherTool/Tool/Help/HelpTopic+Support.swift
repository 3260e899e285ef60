import CommandKit

extension HelpTopic {
  /// What was tried against what, so that nobody has to find out.
  static let supportText = HelpText(
    [
      ("local server", "Tried: every command, in the project's own tests, on each change."),
      (
        "Firebase's emulator",
        "Written against its sources and recordings of its answers; not run against it by the project's tests."
      ),
      ("production", "Untried: nothing here has been run against a real project."),
    ],
    prose: """
      What is known here of Google's service comes from Google's own SDKs, emulator and reference, and from \
      recordings by others. It is built for production, but expect surprises there, and please report them.

      Untried on production, part by part:

        phone sign-in, link, update and re-authentication
        reCAPTCHA, reCAPTCHA Enterprise and silent push
        e-mail links and the other e-mail actions
        passwords, anonymous and custom-token sign-in
        identity providers by token and in a browser; what each takes for a callback is from its own documents
        token renewal and verification, revoked sessions
        tenants, App Check tokens, keys restricted to apps, websites or addresses
        what doctor says of providers, and the hints for refused keys

      The files that init reads were written after the console's, not taken from it.

      Linux is where everything is tried. macOS is a target nobody has tested.
      """)
}
