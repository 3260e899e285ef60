import AuthClient
import BrowserPages
import CommandKit
import Essentials
import Flows
import HTTP
import IdentityToolkit

/// Signs in at a provider in the person's browser, and has the service exchange what comes back: no secret of the
/// provider's is on this machine.
struct SignInThroughService: ProviderWay {
  let provider: IdentityProvider
  let request: AuthorizationRequest
  let browser: BrowserOptions
  let person: Person
  let service: Service
  let state: StateStore

  /// The port of the callback at real projects, where nothing else is said: an address that is registered has to stay
  /// the same.
  static let registeredPort: UInt16 = 8123

  func signIn(_ use: (OAuthCredential) throws -> Progress) throws -> Progress {
    let isLocal = try service.place.destination().endpoint != .production
    guard ProviderWait.isPossible(browser, by: person) else {
      throw UsageError.misuse(
        "there is no terminal to sign in at \(provider.name) from",
        hint: isLocal
          ? "pass the provider's token with --id-token-file or --access-token-file, or say who signs in with --identity"
          : "pass the provider's token with --id-token-file or --access-token-file")
    }
    if !isLocal, let obstacle = provider.obstacle {
      throw Diagnosis(
        .noWayBack, "\(provider.name) cannot come back to this machine: \(obstacle)",
        hint: "sign in there by other means, and pass the ID token with --id-token-file")
    }
    let wait = try ProviderWait(
      for: provider, browser, port: isLocal ? 0 : Self.registeredPort, at: service, for: person)
    let page: AuthorizationPage
    do {
      page = try request.page(of: provider, leadingTo: wait.callbackURL, at: service)
    } catch AuthFailure.refused(let refusal) where Self.unregistered.contains(refusal.code) {
      throw CallbackNotAuthorized(refusal: refusal, provider: provider, callbackURL: wait.callbackURL)
    }
    if !isLocal { sayWhatToRegister(wait.callbackURL) }
    let callback = try wait.callback(from: page.url)
    return try wait.concluding {
      do {
        return try use(try callback.credential(of: provider, sessionID: page.sessionID))
      } catch AuthFailure.refused(let refusal) where refusal.code == .invalidIDPResponse {
        throw CallbackRefused(refusal: refusal, provider: provider, isLocal: isLocal)
      }
    }
  }

  /// The provider tells the person in the browser, and nobody here. Who signed in so before knows.
  private func sayWhatToRegister(_ callbackURL: String) {
    let method = ReauthenticationMethod.provider(provider.id).name
    guard (try? state.read()[service.place.binding()].lastMethod) != method else { return }
    person.say(
      provider.console.map {
        "If \(provider.name) says redirect_uri_mismatch or something like it, register this address there, at \($0):"
      }
        ?? "If \(provider.name) says redirect_uri_mismatch or something like it, register this address there:",
      address: callbackURL)
  }

  private static let unregistered: Set<ServerErrorCode> = [.invalidContinueURI, .unauthorizedDomain]
}

/// The project does not let anybody be sent to this machine.
struct CallbackNotAuthorized: Error {
  let refusal: ServerError
  let provider: IdentityProvider
  let callbackURL: String
}

extension CallbackNotAuthorized: Diagnosable {
  var diagnosis: Diagnosis {
    let host = Origin(String(callbackURL.dropLast(CallbackPage.path.count)))?.host ?? "127.0.0.1"
    var diagnosis = Diagnosis(
      AuthErrorCode.unauthorizedDomain.name, .project,
      "the project does not authorize \(host)",
      hint: Hint("in the Firebase console, under Authentication > Settings > Authorized domains, add \(host)")
        .then(
          Hint(
            provider.console.map { "register this address with \(provider.name), at \($0)" }
              ?? "register this address with \(provider.name)", copying: callbackURL)),
      serverCode: refusal.code.rawValue)
    diagnosis.page = .settings
    return diagnosis
  }
}

/// An identity at a provider that a local server is told to take: no browser, and no question.
struct ChosenIdentity: ProviderWay {
  let provider: IdentityProvider
  let request: AuthorizationRequest
  let service: Service

  /// - Parameter identity: an address, or claims as a JSON object.
  init(
    _ identity: String, at provider: IdentityProvider, _ request: AuthorizationRequest, on service: Service
  ) throws {
    guard try service.place.destination().endpoint != .production else {
      throw UsageError.misuse(
        "--identity is for local servers",
        hint: "leave it out: at a real project the provider decides who signs in")
    }
    if identity.utf8.first == UInt8(ascii: "{") {
      let claims: JSONValue
      switch try JSONArgument.value(of: identity, named: "the identity") {
      case .success(let value): claims = value
      case .failure(let flaw):
        throw Diagnosis("auth/argument-error", .data, "the identity \(flaw.explanation(in: identity))")
      }
      let names = ["sub", "email"].compactMap { claims[$0] }
      guard !names.isEmpty, names.allSatisfy({ $0.string?.isEmpty == false }) else {
        throw Diagnosis(
          "auth/argument-error", .data, "the identity needs sub or email, as text",
          hint: #"write it as in {"sub":"1234","email":"kim@example.com"}"#)
      }
    } else {
      _ = try EmailAddress.read(identity)
    }
    self.provider = provider
    var request = request
    request.parameters["usher_identity"] = identity
    self.request = request
    self.service = service
  }

  func signIn(_ use: (OAuthCredential) throws -> Progress) throws -> Progress {
    // Nobody listens there, and nobody is sent there.
    let callbackURL = "http://127.0.0.1" + CallbackPage.path
    let page = try request.page(of: provider, leadingTo: callbackURL, at: service)
    let address: String
    do {
      address = try LocalServerAdmin(backend: try service.backend()).callback(from: page)
    } catch AuthFailure.malformedAnswer {
      throw UsageError.misuse(
        "--identity is for the local server's own page, and \(provider.name) is asked itself",
        hint: Hint("see the providers", ["usher", "project", "provider", "list"]))
    }
    guard let callback = ProviderCallback(pasted: address, to: callbackURL) else {
      throw AuthFailure.malformedAnswer(status: 303, reason: "the provider's page leads elsewhere")
    }
    return try use(try callback.credential(of: provider, sessionID: page.sessionID))
  }
}
