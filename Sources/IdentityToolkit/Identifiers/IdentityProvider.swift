import Essentials

/// An identity provider, with its names and with facts from its own documents.
package struct IdentityProvider: Equatable, Sendable {
  /// The service's ID for it, such as `google.com`.
  package let id: String
  /// The display name.
  ///
  /// For a project's own provider, this is its ID.
  package let name: String
  /// The words that people can type in place of its ID, the usual one first.
  ///
  /// Providers for games have none, because only games can sign in there.
  package let words: [String]
  /// The console where people register its applications and their redirect addresses.
  package let console: String?
  /// The host name that it accepts in a loopback address if it does not accept `127.0.0.1`.
  package let loopbackHost: String?
  /// The reason why it cannot return a browser to this machine, or nil if it can.
  package let obstacle: String?
  /// Whether it uses OpenID Connect with the service.
  ///
  /// Other providers give access tokens only.
  package let givesIDTokens: Bool
  /// How your own OAuth client can use it.
  ///
  /// Nil if the service accepts only tokens from its own client.
  package let direct: DirectSignIn?

  package enum DirectSignIn: Equatable, Sendable {
    /// With the endpoints in its issuer's document.
    ///
    /// The issuer is nil if the user has to name it.
    case openID(issuer: String?, takesAnyPort: Bool = false)
    /// With these endpoints, because the provider does not publish a document.
    ///
    /// It does not give ID tokens.
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
  /// Returns the provider for `word`: `google` means google.com.
  ///
  /// Unknown words are used as IDs.
  package init(_ word: String) {
    let lowered = word.asciiLowercased()
    // The part after the prefix is a project's own name and does not change.
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

  /// The word that people type for it: `google`, or its ID if there is no such word.
  package var word: String { words.first ?? id }

  /// Returns whether `word` can only mean a provider: one of the offered ones, or `oidc.name`.
  package static func isNamed(by word: String) -> Bool {
    let provider = IdentityProvider(word)
    return !provider.words.isEmpty || ["oidc.", "saml."].contains(where: provider.id.hasPrefix)
  }

  /// Returns whether the service has a built-in provider with exactly this ID.
  package static func isWellKnown(_ id: String) -> Bool { wellKnown.contains { $0.id.hasBytes(of: id) } }

  /// The issuer of Google's tokens.
  package static let googleIssuer = "https://accounts.google.com"

  // A web application may have http://127.0.0.1 and http://localhost among its redirect URIs. "Loopback IP address
  // (macOS, Linux, Windows desktop)": a desktop application accepts any port there.
  package static let google = IdentityProvider(
    id: "google.com", "Google", typed: ["google"], console: "https://console.cloud.google.com/auth/clients",
    direct: .openID(issuer: googleIssuer, takesAnyPort: true))

  // "Configuring your webpage for Sign in with Apple": it accepts neither an IP address nor localhost. With the scopes
  // for name and address, the answer is a form (response_mode=form_post).
  package static let apple = IdentityProvider(
    id: "apple.com", "Apple", typed: ["apple"],
    console: "https://developer.apple.com/account/resources/identifiers",
    obstacle: "Apple sends browsers back to no IP address and not to localhost, and posts its answer")

  /// The providers with a word, in the order in which they are offered.
  package static let offered = wellKnown.filter { !$0.words.isEmpty }

  /// The providers that the service has built in.
  package static let wellKnown: [IdentityProvider] = [
    google,
    // "Authorizing OAuth apps", Loopback urls: the host must be the registered one, but the port may differ. The
    // endpoints are those of its web application flow and its device flow.
    .init(
      id: "github.com", "GitHub", typed: ["github"], console: "https://github.com/settings/developers",
      givesIDTokens: false,
      direct: .oauth(
        authorization: "https://github.com/login/oauth/authorize",
        token: "https://github.com/login/oauth/access_token",
        deviceAuthorization: "https://github.com/login/device/code", scopes: ["read:user", "user:email"])),
    apple,
    // "Redirect URI restrictions": http only for localhost, with any port.
    .init(
      id: "microsoft.com", "Microsoft", typed: ["microsoft"], console: "https://entra.microsoft.com",
      loopbackHost: "localhost"),
    // "Login security": https, except for localhost while an app is in development mode.
    .init(
      id: "facebook.com", "Facebook", typed: ["facebook"], console: "https://developers.facebook.com/apps",
      loopbackHost: "localhost", givesIDTokens: false),
    // "Callback URLs": 127.0.0.1, but not localhost.
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
