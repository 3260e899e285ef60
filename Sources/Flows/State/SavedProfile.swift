import Essentials

/// A named set of settings, and the data that was saved under it.
package struct SavedProfile: Equatable, Sendable {
  package var settings: ProfileSettings
  /// The saved data. Use the subscripts of `SavedState`.
  package internal(set) var bindings: [SavedBinding] = []

  package init(settings: ProfileSettings = ProfileSettings()) {
    self.settings = settings
  }
}

extension SavedProfile: Codable {
  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: JSONKey.self)
    settings = try members.decode(ProfileSettings.self, forKey: "settings")
    bindings = try members.decode([SavedBinding].self, forKey: "bindings")
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: JSONKey.self)
    try members.encode(settings, forKey: "settings")
    try members.encode(bindings, forKey: "bindings")
  }
}

/// The settings that `init` finds in an app's configuration file, and that `profile set` changes.
package struct ProfileSettings: Hashable, Sendable {
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
}

extension ProfileSettings: Codable {
  /// The settings that are texts, with their names in the file.
  private static var texts: [(setting: WritableKeyPath<ProfileSettings, String?>, key: JSONKey)] {
    [
      (\.endpoint, "endpoint"),
      (\.projectID, "project_id"),
      (\.apiKey, "api_key"),
      (\.tenant, "tenant"),
      (\.appID, "app_id"),
      (\.clientID, "client_id"),
      (\.reversedClientID, "reversed_client_id"),
      (\.authDomain, "auth_domain"),
      (\.bundleID, "bundle_id"),
      (\.androidPackage, "android_package"),
      (\.androidCertificate, "android_certificate"),
      (\.referer, "referer"),
      (\.appVerification, "app_verification"),
      (\.providerListen, "provider_listen"),
      (\.language, "language"),
    ]
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: JSONKey.self)
    for (setting, key) in Self.texts {
      self[keyPath: setting] = try members.decodeIfPresent(String.self, forKey: key)
    }
    oauthClients = try members.decodeIfPresent([String: SavedOAuthClient].self, forKey: "oauth_clients")
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: JSONKey.self)
    for (setting, key) in Self.texts { try members.encodeIfPresent(self[keyPath: setting], forKey: key) }
    try members.encodeIfPresent(oauthClients, forKey: "oauth_clients")
  }
}

/// The OAuth client that a profile uses at an identity provider, in place of the service.
package struct SavedOAuthClient: Codable, Hashable, Sendable {
  package var clientID: String
  /// The issuer of an OpenID Connect provider, if the provider is not a known one.
  package var issuer: String?
  /// The path of the file with the client's secret. Some providers require a secret even of installed programs. The
  /// secret itself is not saved.
  package var secretFile: String?

  package init(clientID: String, issuer: String? = nil, secretFile: String? = nil) {
    self.clientID = clientID
    self.issuer = issuer
    self.secretFile = secretFile
  }

  private enum CodingKeys: String, CodingKey {
    case clientID = "client_id"
    case issuer
    case secretFile = "secret_file"
  }
}
