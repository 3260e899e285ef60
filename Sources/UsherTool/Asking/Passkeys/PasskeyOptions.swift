import AuthClient
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
          : Hint("use a key file", template: ["usher", "signin", "passkey", "--key-file", "FILE"]))
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

/// An authenticator for this run: a key file, a browser, a security key.
protocol LocalAuthenticator {
  /// The name of a new passkey where the person gives none.
  var defaultName: String { get }

  /// Makes a passkey, and has `use` enroll it.
  func register<Value>(
    _ request: PasskeyRegistrationRequest, _ use: (PasskeyRegistration) throws -> Value
  ) throws -> Value

  /// Signs in with a passkey of the request's website, by way of `use`.
  func assert<Value>(
    _ request: PasskeyAssertionRequest, _ use: (PasskeyAssertion) throws -> Value
  ) throws -> Value

  /// Gives back what was prepared for a passkey, if there is no request for one.
  func abandon()
}

extension LocalAuthenticator {
  func abandon() {}
}

/// The page that a passkey is used on, which authenticators without a browser name themselves.
struct PasskeyOrigin {
  /// What the person gave.
  let given: Origin?

  /// Returns the relying party ID and the origin.
  ///
  /// - Parameter id: The relying party ID that the server names; nil if it leaves that to the page.
  func resolved(_ id: String?) throws(UsageError) -> (id: String, origin: String) {
    if let given {
      guard let id else { return (given.host, given.description) }
      guard given.host == id || given.host.hasSuffix("." + id) else {
        throw .misuse("--origin is not a page of \(id), which the project's passkeys are for")
      }
      return (id, given.description)
    }
    guard let id else {
      throw .misuse(
        "the project does not say which website its passkeys are for",
        hint: "name its origin with --origin, such as https://example.com")
    }
    return (id, Self.isLoopback(id) ? "http://\(id)" : "https://\(id)")
  }

  /// Whether a page on this machine can use passkeys of `id`.
  static func isLoopback(_ id: String) -> Bool { id == "localhost" }
}
