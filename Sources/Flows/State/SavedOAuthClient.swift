import Essentials

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
