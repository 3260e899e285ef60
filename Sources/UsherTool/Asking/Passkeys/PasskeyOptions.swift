import CommandKit
import Essentials
import HTTP

/// The options that choose an authenticator.
struct PasskeyOptions: ArgumentSet, Equatable {
  static let heading: Text? = Text("Authenticator")

  var browser = false
  var keyFile: String?
  var securityKey = false
  var origin: Origin?

  static let arguments: [Argument<Self>] = [
    .flag(\.browser, "browser", help: "Use a passkey of your browser or phone; the default at a terminal."),
    .option(
      \.keyFile, "key-file", value: "FILE",
      help: "The file of the passkey, for scripts; passkey enroll creates it.",
      completion: .secretFile),
    .flag(\.securityKey, "security-key", help: "Use a FIDO2 security key that is plugged in."),
    .option(
      \.origin, "origin", value: "URL",
      help:
        "With a key file or a security key: the web page that uses the passkey; by default the project's."
    ),
  ]

  /// Returns the chosen authenticator.
  /// - Parameter isNew: Whether it makes a passkey.
  func authenticator(
    isNew: Bool, _ page: BrowserOptions, person: Person, service: Service
  ) throws -> any LocalAuthenticator {
    try refuseContradictions(page)
    let origin = PasskeyOrigin(given: origin)
    if let keyFile { return try KeyFileAuthenticator(keyFile, isNew: isNew, origin, at: service) }
    if securityKey { return SecurityKeyAuthenticator(page: origin, person: person, service: service) }
    guard person.isInteractive || (browser || page.isGiven) && person.mayWaitForPeople else {
      throw Diagnosis(
        .noAuthenticator, "a passkey needs a browser or a key file, and usher opens no browser here",
        hint: isNew
          ? Hint("make a key file", template: ["usher", "passkey", "enroll", "--key-file", "FILE"])
          : Hint("use a key file", template: ["usher", "signin", "passkey", "--key-file", "FILE"]),
        retry: .newInput)
    }
    return BrowserAuthenticator(options: page, person: person, service: service)
  }

  private func refuseContradictions(_ page: BrowserOptions) throws(UsageError) {
    let chosen = [("--browser", browser), ("--key-file", keyFile != nil), ("--security-key", securityKey)]
      .filter(\.1).map(\.0)
    if chosen.count > 1 { throw .misuse("\(chosen[0]) does not go with \(chosen[1]): choose one") }
    if keyFile == nil, !securityKey, origin != nil {
      throw .misuse("--origin goes with --key-file or --security-key: a browser names its page itself")
    }
    if keyFile != nil || securityKey, page.isGiven {
      throw .misuse("\(chosen[0]) does not go with the options for the browser: it opens no page")
    }
  }
}
