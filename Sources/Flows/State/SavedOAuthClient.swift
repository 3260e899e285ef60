/// The OAuth client by which a profile asks an identity provider itself, in place of the service.
package struct SavedOAuthClient: Codable, Equatable, Sendable {
  package var clientID: String
  /// Of an OpenID provider that is not known beforehand.
  package var issuer: String?
  /// The file that holds the client's secret, for providers that require one even of programs that people install. The
  /// secret itself is kept nowhere.
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
