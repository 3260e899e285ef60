import AuthClient
import BrowserPages
import CommandKit
import Essentials
import IdentityToolkit
import TerminalIO

/// The passkeys of the person's browser: those of this machine, of a phone, or of a security key.
struct BrowserAuthenticator: LocalAuthenticator {
  let options: BrowserOptions
  let person: Person
  let service: Service

  var defaultName: String { "Browser" }

  func register<Value>(
    _ request: PasskeyRegistrationRequest, _ use: (PasskeyRegistration) throws -> Value
  ) throws -> Value {
    try refuseOtherSite(request.relyingPartyID)
    let page = PasskeyPage(request, of: try service.destination().project)
    return try visited(
      page, "Create the passkey", within: request.timeout, success: "The passkey is enrolled"
    ) { outcome in
      guard case .registered(let registration) = outcome else { return nil }
      return try use(registration)
    }
  }

  func assert<Value>(
    _ request: PasskeyAssertionRequest, _ use: (PasskeyAssertion) throws -> Value
  ) throws -> Value {
    try refuseOtherSite(request.relyingPartyID)
    return try visited(
      PasskeyPage(request), "Use your passkey", within: request.timeout, success: "The passkey was accepted"
    ) { outcome in
      guard case .asserted(let assertion) = outcome else { return nil }
      return try use(assertion)
    }
  }

  /// Browsers give a page only the passkeys of its own domain.
  private func refuseOtherSite(_ id: String?) throws {
    if let host = options.pageHost?.name, !PasskeyOrigin.isLoopback(host) {
      throw UsageError.misuse("browsers use passkeys of this machine only at --page-host localhost")
    }
    guard let id, !PasskeyOrigin.isLoopback(id) else { return }
    throw Diagnosis(
      .noAuthenticator, "a page on this machine cannot use the passkeys of \(id)",
      hint: "use a security key with --security-key, or a key file with --key-file", retry: .never)
  }

  /// - Parameter use: Returns nil for an outcome of the other kind.
  private func visited<Value>(
    _ page: PasskeyPage, _ task: Text, within limit: Duration, success: Text,
    _ use: (PasskeyPage.Outcome) throws -> Value?
  ) throws -> Value {
    var configuration = PageServer.Configuration(options)
    // Browsers refuse passkeys at an IP address.
    configuration.pageHost = configuration.pageHost ?? "localhost"
    let server = try PageServer.serving(page, configuration, at: service)
    let isOpen = !options.noBrowser && person.browser.open(server.url)
    person.say(
      isOpen
        ? "\(task) in the browser that opens. If none opens, open this address:"
        : "\(task): open this address in a browser. It works once.", address: server.url)
    if !isOpen { person.sayHowToReach(server.origin, isPublished: options.isPublished) }
    let outcome = PasskeyPage.outcome(try server.brought(within: min(limit, person.waitLimit)))
    do {
      guard let value = try use(outcome) else { throw Self.failure(outcome) }
      server.finish(.success(success.in(person.output.catalog)))
      return value
    } catch {
      let lines = person.next.completed(Diagnosis(error, now: service.world.now())).lines(
        columns: nil, in: person.output.catalog)
      server.finish(.failure(lines.joined(separator: " ")))
      throw error
    }
  }

  private static func failure(_ outcome: PasskeyPage.Outcome) -> Diagnosis {
    switch outcome {
    case .failed("InvalidStateError"):
      Diagnosis(ServerError(.passkeyExists))
    case .failed(let name):
      Diagnosis(
        .noAuthenticator, "the browser cannot use passkeys here (\(SafeText.brief(name)))",
        hint: "use another browser, or a key file with --key-file")
    default:
      Diagnosis("auth/user-cancelled", .rejected, "the passkey was not used: it was cancelled", retry: .same)
    }
  }
}
