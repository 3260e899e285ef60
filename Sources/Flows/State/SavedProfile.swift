/// A named set of settings and what was saved under it.
package struct SavedProfile: Codable, Equatable, Sendable {
  package var settings: ProfileSettings
  /// Reached through `SavedState`'s subscripts.
  package internal(set) var bindings: [SavedBinding] = []

  package init(settings: ProfileSettings = ProfileSettings()) {
    self.settings = settings
  }
}

/// What `init` finds in an app's configuration file and `profile set` changes.
package struct ProfileSettings: Codable, Equatable, Sendable {
  /// `local`, `production` or a URL.
  package var endpoint: String?
  package var projectID: String?
  package var apiKey: String?
  package var tenant: String?
  /// The Firebase app id, `1:NNN:ios:HEX`.
  package var appID: String?
  package var clientID: String?
  /// The scheme of the addresses that lead back into an app, where its file has one.
  package var reversedClientID: String?
  package var authDomain: String?
  /// What the API key may be restricted to.
  package var bundleID: String?
  package var androidPackage: String?
  /// The certificate's SHA-1 in upper-case hexadecimal digits.
  package var androidCertificate: String?
  package var referer: String?
  /// `auto`, `push`, `recaptcha` or `testing`.
  package var appVerification: String?
  /// Where a provider sends the browser back to, `127.0.0.1:8123`: the port is registered with it.
  package var providerListen: String?
  package var language: String?
  /// By provider, `google.com`.
  package var oauthClients: [String: SavedOAuthClient]?

  package init() {}

  private enum CodingKeys: String, CodingKey {
    case endpoint, tenant, referer, language
    case projectID = "project_id"
    case apiKey = "api_key"
    case appID = "app_id"
    case clientID = "client_id"
    case reversedClientID = "reversed_client_id"
    case authDomain = "auth_domain"
    case bundleID = "bundle_id"
    case androidPackage = "android_package"
    case androidCertificate = "android_certificate"
    case oauthClients = "oauth_clients"
    case appVerification = "app_verification"
    case providerListen = "provider_listen"
  }
}
