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
  let provider: ProviderPreset
  let request: AuthorizationRequest
  let browser: BrowserOptions
  let context: Context

  /// The port of the callback at real projects, where nothing else is said: an address that is registered has to stay
  /// the same.
  static let registeredPort: UInt16 = 8123

  func signIn(_ use: (OAuthCredential) throws -> SignInOutcome) throws -> SignInOutcome {
    let isLocal = try context.destination().endpoint != .production
    guard ProviderWait.isPossible(browser, in: context) else {
      throw UsageError.misuse(
        "there is no terminal to sign in at \(provider.name) from",
        hint: Hint(
          "pass the provider's token with --id-token-file or --access-token-file"
            + (isLocal ? ", or say who signs in with --identity" : "")))
    }
    if !isLocal, let obstacle = provider.obstacle {
      throw Diagnosis(
        "usher/unsupported", .usage, "\(provider.name) cannot come back to this machine: \(obstacle)",
        hint: "sign in there by other means, and pass the ID token with --id-token-file")
    }
    let wait = try ProviderWait(
      for: provider, browser, port: isLocal ? 0 : Self.registeredPort, in: context)
    let page: AuthorizationPage
    do {
      page = try request.page(of: provider, leadingTo: wait.callbackURL, in: context)
    } catch AuthError.refused(let refusal) where Self.unregistered.contains(refusal.code) {
      throw CallbackNotAuthorized(refusal: refusal, provider: provider, callbackURL: wait.callbackURL)
    }
    if !isLocal { sayWhatToRegister(wait.callbackURL) }
    let callback = try wait.callback(from: page.url)
    return try wait.concluding {
      do {
        return try use(try callback.credential(of: provider, sessionID: page.sessionID))
      } catch AuthError.refused(let refusal) where refusal.code == .invalidIDPResponse {
        throw CallbackRefused(refusal: refusal, provider: provider, isLocal: isLocal)
      }
    }
  }

  /// The provider tells the person in the browser, and nobody here. Who signed in so before knows.
  private func sayWhatToRegister(_ callbackURL: String) {
    let method = ReauthenticationMethod.provider(provider.id).name
    guard (try? context.savedState()[context.binding()].lastMethod) != method else { return }
    context.say(
      "If \(provider.name) says redirect_uri_mismatch, or the like: register \(callbackURL) there"
        + (provider.console.map { ", at \($0)" } ?? "") + ".")
  }

  private static let unregistered: Set<ServerErrorCode> = [.invalidContinueURI, .unauthorizedDomain]
}

/// What a provider's sign-in page is asked for.
struct AuthorizationRequest {
  var scopes: [String] = []
  var parameters: [String: String] = [:]

  func page(
    of provider: ProviderPreset, leadingTo callbackURL: String, in context: Context
  ) throws -> AuthorizationPage {
    try context.auth().authorizationPage(
      provider: provider.id, continueURL: callbackURL, scopes: scopes, customParameters: parameters)
  }
}

/// The project does not let anybody be sent to this machine.
struct CallbackNotAuthorized: Error {
  let refusal: ServerError
  let provider: ProviderPreset
  let callbackURL: String
}

extension CallbackNotAuthorized: Diagnosable {
  var diagnosis: Diagnosis {
    let host = Origin(String(callbackURL.dropLast(CallbackPage.path.count)))?.host ?? "127.0.0.1"
    var diagnosis = Diagnosis(
      AuthErrorCode(ServerErrorCode.unauthorizedDomain).rawValue, .project,
      "the project does not authorize \(host) to be come back to",
      hint: Hint(
        "in the Firebase console, under Authentication > Settings > Authorized domains, add \(host)"
          + "; and register \(callbackURL) with \(provider.name)"
          + (provider.console.map { " at \($0)" } ?? "")),
      serverCode: refusal.code.rawValue)
    diagnosis.page = .settings
    return diagnosis
  }
}

/// The service did not take what the provider sent back.
struct CallbackRefused: Error {
  let refusal: ServerError
  let provider: ProviderPreset
  /// Whether it is a server that stands in for the service.
  let isLocal: Bool
}

extension CallbackRefused: Diagnosable {
  var diagnosis: Diagnosis {
    var diagnosis = Diagnosis(refusal)
    diagnosis.message = "the answer of \(provider.name) was refused"
    if let detail = refusal.detail { diagnosis.message += " (\(Diagnosis.plain(detail)))" }
    if isConfiguration {
      diagnosis.exit = .config
      diagnosis.retry = .never
      diagnosis.hint =
        isLocal
        ? Hint(
          "look at how the project configures \(provider.name)", ["usher", "local", "provider", "list"])
        : Hint(
          "in the Firebase console, under Authentication > Sign-in method, look at how the project configures "
            + provider.name)
      if !isLocal { diagnosis.page = .signInMethods }
      return diagnosis
    }
    diagnosis.hint = Hint(
      "start again: an answer works once, for a few minutes; if it is refused again, look at how the project "
        + "configures \(provider.name)")
    diagnosis.retry = .same
    return diagnosis
  }

  /// Whether the project would have to be changed: the provider does not take its client, or is not where it should be.
  private var isConfiguration: Bool {
    guard let detail = refusal.detail?.lowercased() else { return false }
    return Self.configurationFaults.contains { detail.firstRange(of: $0) != nil }
  }

  /// OAuth's own words, and those of local servers.
  private static let configurationFaults = [
    "invalid_client", "unauthorized_client", "redirect_uri_mismatch", " is no issuer", "the document of ",
    "its document names ", " redirects elsewhere",
  ]
}
