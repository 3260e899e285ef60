import AuthClient
import BrowserPages
import Flows
import HTTP
import OpenIDConnect

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
