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
  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: JSONKey.self)
    endpoint = try members.decodeIfPresent(String.self, forKey: "endpoint")
    projectID = try members.decodeIfPresent(String.self, forKey: "project_id")
    apiKey = try members.decodeIfPresent(String.self, forKey: "api_key")
    tenant = try members.decodeIfPresent(String.self, forKey: "tenant")
    appID = try members.decodeIfPresent(String.self, forKey: "app_id")
    clientID = try members.decodeIfPresent(String.self, forKey: "client_id")
    reversedClientID = try members.decodeIfPresent(String.self, forKey: "reversed_client_id")
    authDomain = try members.decodeIfPresent(String.self, forKey: "auth_domain")
    bundleID = try members.decodeIfPresent(String.self, forKey: "bundle_id")
    androidPackage = try members.decodeIfPresent(String.self, forKey: "android_package")
    androidCertificate = try members.decodeIfPresent(String.self, forKey: "android_certificate")
    referer = try members.decodeIfPresent(String.self, forKey: "referer")
    appVerification = try members.decodeIfPresent(String.self, forKey: "app_verification")
    providerListen = try members.decodeIfPresent(String.self, forKey: "provider_listen")
    language = try members.decodeIfPresent(String.self, forKey: "language")
    oauthClients = try members.decodeIfPresent([String: SavedOAuthClient].self, forKey: "oauth_clients")
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: JSONKey.self)
    try members.encodeIfPresent(endpoint, forKey: "endpoint")
    try members.encodeIfPresent(projectID, forKey: "project_id")
    try members.encodeIfPresent(apiKey, forKey: "api_key")
    try members.encodeIfPresent(tenant, forKey: "tenant")
    try members.encodeIfPresent(appID, forKey: "app_id")
    try members.encodeIfPresent(clientID, forKey: "client_id")
    try members.encodeIfPresent(reversedClientID, forKey: "reversed_client_id")
    try members.encodeIfPresent(authDomain, forKey: "auth_domain")
    try members.encodeIfPresent(bundleID, forKey: "bundle_id")
    try members.encodeIfPresent(androidPackage, forKey: "android_package")
    try members.encodeIfPresent(androidCertificate, forKey: "android_certificate")
    try members.encodeIfPresent(referer, forKey: "referer")
    try members.encodeIfPresent(appVerification, forKey: "app_verification")
    try members.encodeIfPresent(providerListen, forKey: "provider_listen")
    try members.encodeIfPresent(language, forKey: "language")
    try members.encodeIfPresent(oauthClients, forKey: "oauth_clients")
  }
}

/// The OAuth client that a profile uses at an identity provider, in place of the service.
package struct SavedOAuthClient: Hashable, Sendable {
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
}

extension SavedOAuthClient: Codable {
  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: JSONKey.self)
    clientID = try members.decode(String.self, forKey: "client_id")
    issuer = try members.decodeIfPresent(String.self, forKey: "issuer")
    secretFile = try members.decodeIfPresent(String.self, forKey: "secret_file")
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: JSONKey.self)
    try members.encode(clientID, forKey: "client_id")
    try members.encodeIfPresent(issuer, forKey: "issuer")
    try members.encodeIfPresent(secretFile, forKey: "secret_file")
  }
}
