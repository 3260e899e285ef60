import Essentials

/// An identity provider, as the service, people and its own documents have it.
package struct IdentityProvider: Equatable, Sendable {
  /// As the service calls it, `google.com`.
  package let id: String
  /// As people call it; a project's own provider is called by its id.
  package let name: String
  /// What people type for it besides its id, the usual word first; none for those of games, which sign in there alone.
  package let words: [String]
  /// Where its applications, and the addresses that it sends browsers back to, are registered.
  package let console: String?
  /// The host name in a loopback address that it takes, where it does not take `127.0.0.1`.
  package let loopbackHost: String?
  /// Why it cannot send a browser back to this machine; nil where it can.
  package let obstacle: String?
  /// Whether it speaks OpenID Connect to the service; the others give access tokens alone.
  package let givesIDTokens: Bool
  /// How an OAuth client of one's own asks it; nil where the service takes tokens from its own client alone.
  package let direct: DirectSignIn?

  package enum DirectSignIn: Equatable, Sendable {
    /// By what its issuer's document says; nil for one that has to be named.
    case openID(issuer: String?, takesAnyPort: Bool = false)
    /// At these addresses: it publishes no document, and gives no ID tokens.
    case oauth(authorization: String, token: String, deviceAuthorization: String, scopes: [String])
  }

  private init(
    id: String, _ name: String? = nil, typed words: [String] = [], console: String? = nil,
    loopbackHost: String? = nil, obstacle: String? = nil, givesIDTokens: Bool = true,
    direct: DirectSignIn? = nil
  ) {
    self.id = id
    self.name = name ?? id
    self.words = words
    self.console = console
    self.loopbackHost = loopbackHost
    self.obstacle = obstacle
    self.givesIDTokens = givesIDTokens
    self.direct = direct
  }
}

extension IdentityProvider {
  /// The provider that `word` stands for: `google` is google.com. Other words stand for themselves.
  package init(_ word: String) {
    let lowered = word.asciiLowercased()
    // What a project calls its own providers after the prefix stays as it is.
    if lowered.hasPrefix("oidc.") {
      self.init(id: "oidc." + word.dropFirst(5), direct: .openID(issuer: nil))
    } else if lowered.hasPrefix("saml.") {
      self.init(
        id: "saml." + word.dropFirst(5),
        obstacle: "a SAML provider posts its answer to the project's own sign-in page, and to no other")
    } else {
      self =
        Self.wellKnown.first { $0.id.hasBytes(of: lowered) || $0.words.contains { $0.hasBytes(of: lowered) } }
        ?? IdentityProvider(id: word)
    }
  }

  /// What people type for it: `google`, or the id of one that has no such word.
  package var word: String { words.first ?? id }

  /// Whether `word` can only be meant for a provider: one of those that are offered, or `oidc.name`.
  package static func isNamed(by word: String) -> Bool {
    let provider = IdentityProvider(word)
    return !provider.words.isEmpty || ["oidc.", "saml."].contains(where: provider.id.hasPrefix)
  }

  /// Whether the service knows a provider of this very id by itself.
  package static func isWellKnown(_ id: String) -> Bool { wellKnown.contains { $0.id.hasBytes(of: id) } }

  /// The issuer of Google's tokens.
  package static let googleIssuer = "https://accounts.google.com"

  // An application for the Web may have http://127.0.0.1 and http://localhost among its redirect URIs. "Loopback IP
  // address (macOS, Linux, Windows desktop)": one for desktop apps takes any port there.
  package static let google = IdentityProvider(
    id: "google.com", "Google", typed: ["google"], console: "https://console.cloud.google.com/auth/clients",
    direct: .openID(issuer: googleIssuer, takesAnyPort: true))

  // "Configuring your webpage for Sign in with Apple": neither an IP address nor localhost; and who asks for a name
  // or an address is answered by a form (response_mode=form_post).
  package static let apple = IdentityProvider(
    id: "apple.com", "Apple", typed: ["apple"],
    console: "https://developer.apple.com/account/resources/identifiers",
    obstacle: "Apple sends browsers back to no IP address and not to localhost, and posts its answer")

  /// Those that people sign in at by a word, in the order in which they are offered.
  package static let offered = wellKnown.filter { !$0.words.isEmpty }

  private static let wellKnown: [IdentityProvider] = [
    google,
    // "Authorizing OAuth apps", Loopback urls: the host has to be the registered one, the port need not. The
    // addresses are those of its web application flow and its device flow.
    .init(
      id: "github.com", "GitHub", typed: ["github"], console: "https://github.com/settings/developers",
      givesIDTokens: false,
      direct: .oauth(
        authorization: "https://github.com/login/oauth/authorize",
        token: "https://github.com/login/oauth/access_token",
        deviceAuthorization: "https://github.com/login/device/code", scopes: ["read:user", "user:email"])),
    apple,
    // "Redirect URI restrictions": http only for localhost, whatever the port.
    .init(
      id: "microsoft.com", "Microsoft", typed: ["microsoft"], console: "https://entra.microsoft.com",
      loopbackHost: "localhost"),
    // "Login security": https, but for localhost while an app is in development mode.
    .init(
      id: "facebook.com", "Facebook", typed: ["facebook"], console: "https://developers.facebook.com/apps",
      loopbackHost: "localhost", givesIDTokens: false),
    // "Callback URLs": no localhost, but 127.0.0.1.
    .init(
      id: "twitter.com", "X (Twitter)", typed: ["twitter", "x"], console: "https://developer.x.com",
      givesIDTokens: false),
    .init(id: "yahoo.com", "Yahoo", typed: ["yahoo"], console: "https://developer.yahoo.com/apps"),
    // "Authorization Code Flow (3-legged OAuth) for native clients": http://127.0.0.1:{port}.
    .init(
      id: "linkedin.com", "LinkedIn", typed: ["linkedin"],
      console: "https://www.linkedin.com/developers/apps",
      givesIDTokens: false),
    .init(id: "playgames.google.com", "Google Play Games"),
    .init(id: "gc.apple.com", "Game Center"),
  ]
}
