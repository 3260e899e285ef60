import AuthClient
import BrowserPages
import Flows
import HTTP
import OpenIDConnect

/// In the person's browser, by an OAuth client of one's own: an authorization code with PKCE, brought back over loopback
/// (RFC 8252).
struct OwnClientWay: ProviderWay {
  let client: OwnClient
  /// The provider's own, `login_hint` say.
  let parameters: [QueryItem]
  let browser: BrowserOptions
  let person: Person
  let service: Service

  func signIn(_ use: (OAuthCredential) throws -> SignInOutcome) throws -> SignInOutcome {
    let port = client.takesAnyPort ? 0 : SignInThroughService.registeredPort
    let wait = try ProviderWait(for: client.identityProvider, browser, port: port, at: service, for: person)
    let (authorization, rawNonce) = try client.authorization(to: wait.callbackURL)
    let callback = try wait.callback(from: authorization.url(parameters))
    return try wait.concluding {
      let answer = try client.asking { () throws(OpenIDError) in
        try client.connection.tokens(for: try authorization.code(in: callback.query), of: authorization)
      }
      return try use(try client.credential(answer, nonce: authorization.nonce, rawNonce: rawNonce))
    }
  }
}
