import AuthClient
import BrowserPages
import CommandKit
import Essentials
import Flows
import HTTP
import IdentityToolkit

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
        throw Diagnosis(
          "auth/argument-error", .data, "the identity \(flaw.explanation(in: identity))", retry: .newInput)
      }
      let names = ["sub", "email"].compactMap { claims[$0] }
      guard !names.isEmpty, names.allSatisfy({ $0.string?.isEmpty == false }) else {
        throw Diagnosis(
          "auth/argument-error", .data, "the identity needs sub or email, as text",
          hint: #"write it as in {"sub":"1234","email":"kim@example.com"}"#, retry: .newInput)
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
