/// A named set of settings, and the data that was saved under it.
package struct SavedProfile: Codable, Equatable, Sendable {
  package var settings: ProfileSettings
  /// The saved data. Use the subscripts of `SavedState`.
  package internal(set) var bindings: [SavedBinding] = []

  package init(settings: ProfileSettings = ProfileSettings()) {
    self.settings = settings
  }
}

/// The settings that `init` finds in an app's configuration file, and that `profile set` changes.
package struct ProfileSettings: Codable, Equatable, Sendable {
  /// `local`, `production` or a URL.
  package var endpoint: String?
  package var projectID: String?
  package var apiKey: String?
  package var tenant: String?
  /// The Firebase app ID, `1:NNN:ios:HEX`.
  package var appID: String?
  package var clientID: String?
  /// The scheme of addresses that open the app, if the app's file contains it.
  package var reversedClientID: String?
  package var authDomain: String?
  /// The app's bundle ID, for an API key that is restricted to it. The next settings are for other restrictions.
  package var bundleID: String?
  package var androidPackage: String?
  /// The SHA-1 fingerprint of the certificate, in upper-case hexadecimal digits.
  package var androidCertificate: String?
  package var referer: String?
  /// `auto`, `push`, `recaptcha` or `testing`.
  package var appVerification: String?
  /// The host and port that a provider redirects the browser to, for example `127.0.0.1:8123`. The port is registered
  /// with the provider.
  package var providerListen: String?
  package var language: String?
  /// The OAuth clients by provider ID, for example `google.com`.
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
