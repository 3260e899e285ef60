import AuthClient
import BrowserPages
import CommandKit
import Essentials
import Flows
import HTTP
import IdentityToolkit
import OpenIDConnect
import TerminalIO

/// The choice whether a sign-in uses an OAuth client from the profile, and how.
struct OwnClientChoice {
  let provider: IdentityProvider
  let request: AuthorizationRequest
  /// Whether the person signs in on another machine.
  let onAnotherMachine: Bool
  let browser: BrowserOptions
  let person: Person
  let service: Service

  /// Returns nil if the profile has no client for the provider; the sign-in then goes through the service.
  func way() throws -> (any ProviderWay)? {
    let destination = try service.place.destination()
    guard let saved = destination.settings.oauthClients?[provider.id] else {
      if let reason = reasonUnused(at: destination) {
        guard onAnotherMachine else {
          person.output.warn(reason)
          return nil
        }
        throw UsageError.misuse(
          reason, hint: "--device uses a client of your own: name only the profile")
      }
      guard onAnotherMachine else { return nil }
      guard provider.direct != nil else {
        throw UsageError.misuse(
          "--device does not work with \(provider.name)",
          hint: "leave it out: --device works with google, github and oidc providers only")
      }
      throw UsageError.misuse(
        "--device needs an OAuth client of your own at \(provider.name)",
        hint: Hint(
          "name it first", template: ["usher", "profile", "client", "set", provider.id, "--client-id", "ID"]))
    }
    guard onAnotherMachine || ProviderWait.isPossible(browser, by: person) else {
      throw UsageError.misuse(
        "there is no terminal to sign in at \(provider.name) from",
        hint: "pass the provider's token with --id-token-file or --access-token-file")
    }
    guard !onAnotherMachine || person.mayWaitForPeople else {
      throw UsageError.misuse(
        "--device waits for a person, and here nobody is waited for",
        hint: "pass the provider's token with --id-token-file or --access-token-file")
    }
    let client = try OwnClient(saved, of: provider, scopes: request.scopes, at: service)
    if onAnotherMachine { return DeviceWay(client: client, person: person, world: service.world) }
    return OwnClientWay(
      client: client, parameters: request.parameters.sorted { $0.key < $1.key }.map { QueryItem($0, $1) },
      browser: browser, person: person, service: service)
  }

  /// Returns why the profile's client is not used; nil if the profile has none.
  ///
  /// A client is used only at its profile's own endpoint.
  private func reasonUnused(at destination: Destination) -> Text? {
    guard let profile = destination.profileElsewhere, profile.settings.oauthClients?[provider.id] != nil
    else { return nil }
    return "the profile \(profile.name)'s client at \(provider.name) is not used, as "
      + "\(destination.source.rawValue) leads elsewhere"
  }
}

/// A sign-in in the person's browser with the user's own OAuth client.
///
/// It uses an authorization code with PKCE and a loopback redirect (RFC 8252).
struct OwnClientWay: ProviderWay {
  let client: OwnClient
  /// The provider's own parameters, such as `login_hint`.
  let parameters: [QueryItem]
  let browser: BrowserOptions
  let person: Person
  let service: Service

  func signIn(_ use: (OAuthCredential) throws -> Progress) throws -> Progress {
    let port = client.takesAnyPort ? 0 : SignInThroughService.registeredPort
    let wait = try ProviderWait(for: client.identityProvider, browser, port: port, at: service, for: person)
    let question = try client.question(to: wait.callbackURL)
    let callback = try wait.callback(from: question.url(parameters))
    return try wait.concluding {
      try use(client.credential(try client.tokens(for: callback.query, to: question)))
    }
  }
}

/// A sign-in on another machine with the user's own OAuth client (device flow).
///
/// The person opens an address there and types a code, while this command polls the provider.
struct DeviceWay: ProviderWay {
  let client: OwnClient
  let person: Person
  let world: World

  func signIn(_ use: (OAuthCredential) throws -> Progress) throws -> Progress {
    let device = try client.deviceAuthorization()
    person.say(
      "On any machine, open this address and type the code \(device.userCode):",
      address: device.verificationURI)
    if let address = device.completeURI {
      person.say("Or open this address, which holds the code:", address: address)
    }
    let tokens = try client.tokens(of: device, within: person.waitLimit, uptime: world.uptime) { interval in
      world.pause(interval)
      if world.interruption() != nil { throw TerminalError.interrupted }
    }
    guard let tokens else { throw TerminalError.timedOut }
    return try use(client.credential(tokens))
  }
}

extension OwnClient {
  /// Creates the client from a profile's settings, and finds the provider's endpoints.
  /// - Parameter scopes: The scopes to request besides those that a sign-in needs.
  /// - Throws: `OwnClientProblem`.
  convenience init(
    _ saved: SavedOAuthClient, of provider: IdentityProvider, scopes: [String], at service: Service
  ) throws {
    let world = service.world
    // Read the secret each time, because usher does not save it.
    let secret = try saved.secretFile.map { file in
      service.place.output.warn(ofExposed: file)
      return try ClientSecretFile.read(file, world.standardInput)
    }
    try self.init(
      OAuthClient(id: saved.clientID, secret: secret), of: provider, issuer: saved.issuer, scopes: scopes,
      over: ProviderConnection(service.transports.remote()), random: world.random, now: world.now)
  }

  /// Returns the part of the provider's response that the service accepts.
  func credential(_ tokens: Tokens) -> OAuthCredential {
    OAuthCredential(
      providerID: identityProvider.id, idToken: tokens.idToken, accessToken: tokens.accessToken,
      rawNonce: tokens.rawNonce)
  }
}
