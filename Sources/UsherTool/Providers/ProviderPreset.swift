import AuthClient
import Essentials

/// What is known of an identity provider beforehand, from its own documents.
struct ProviderPreset: Equatable, Sendable {
  /// As the service calls it, `google.com`.
  let id: String
  /// As people call it.
  let name: String
  /// Where its applications, and the addresses that it sends browsers back to, are registered.
  var console: String?
  /// The host name in a loopback address that it takes, where it does not take `127.0.0.1`.
  var loopbackHost: String?
  /// Why it cannot send a browser back to this machine; nil where it can.
  var obstacle: String?

  /// The word that stands for it at a command line, `google`.
  var shortName: String { String(id.prefix { $0 != "." }) }
  /// What people type for any: `google`, or the id of one that is not known.
  var word: String { Self.known.contains { $0.id == id } ? shortName : id }

  /// - Parameter word: an id, or a short name of one that is known.
  init(_ word: String) {
    let id = Self.id(of: word)
    if let known = Self.known.first(where: { $0.id == id }) {
      self = known
    } else if id.hasPrefix("saml.") {
      self.init(
        id: id, name: id,
        obstacle: "a SAML provider posts its answer to the project's own sign-in page, and to no other")
    } else {
      self.init(id: id, name: id)
    }
  }

  private init(
    id: String, name: String, console: String? = nil, loopbackHost: String? = nil, obstacle: String? = nil
  ) {
    self.id = id
    self.name = name
    self.console = console
    self.loopbackHost = loopbackHost
    self.obstacle = obstacle
  }

  /// What `word` stands for: `google` is google.com. Other words stand for themselves.
  static func id(of word: String) -> String {
    let lowered = word.asciiLowercased()
    if lowered == "x" { return "twitter.com" }
    if let prefix = ["oidc.", "saml."].first(where: lowered.hasPrefix) {
      // What a project calls its own providers after that stays as it is.
      return prefix + word.dropFirst(prefix.count)
    }
    return known.first { $0.id == lowered || $0.shortName == lowered }?.id ?? word
  }

  /// Whether `word` can only be meant for a provider: the name of one that is known, or `oidc.name`.
  static func isNamed(by word: String) -> Bool {
    let id = id(of: word)
    return known.contains { $0.id == id } || id.hasPrefix("oidc.") || id.hasPrefix("saml.")
  }

  static let known: [ProviderPreset] = [
    // An application for the Web may have http://127.0.0.1 and http://localhost among its redirect URIs.
    .init(
      id: "google.com", name: "Google", console: "https://console.cloud.google.com/auth/clients"),
    // "Authorizing OAuth apps", Loopback urls: the host has to be the registered one, the port need not.
    .init(id: "github.com", name: "GitHub", console: "https://github.com/settings/developers"),
    // "Configuring your webpage for Sign in with Apple": neither an IP address nor localhost; and who asks for a name
    // or an address is answered by a form (response_mode=form_post).
    .init(
      id: "apple.com", name: "Apple", console: "https://developer.apple.com/account/resources/identifiers",
      obstacle: "Apple sends browsers back to no IP address and not to localhost, and posts its answer"),
    // "Redirect URI restrictions": http only for localhost, whatever the port.
    .init(
      id: "microsoft.com", name: "Microsoft", console: "https://entra.microsoft.com",
      loopbackHost: "localhost"),
    // "Login security": https, but for localhost while an app is in development mode.
    .init(
      id: "facebook.com", name: "Facebook", console: "https://developers.facebook.com/apps",
      loopbackHost: "localhost"),
    // "Callback URLs": no localhost, but 127.0.0.1.
    .init(id: "twitter.com", name: "X (Twitter)", console: "https://developer.x.com"),
    .init(id: "yahoo.com", name: "Yahoo", console: "https://developer.yahoo.com/apps"),
  ]
}
