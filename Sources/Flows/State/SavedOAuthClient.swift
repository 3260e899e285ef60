/// The OAuth client that a profile uses at an identity provider, in place of the service.
package struct SavedOAuthClient: Codable, Equatable, Sendable {
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
    case issuer
    case clientID = "client_id"
    case secretFile = "secret_file"
  }
}
