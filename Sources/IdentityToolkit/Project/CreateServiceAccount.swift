import HTTP

/// The RPC that creates a service account of a project at this project's local server.
package enum CreateServiceAccount: RPC {
  package static let route = RPCRoute(
    .localServer, .post, "emulator/v1/projects/{project}/serviceAccounts")

  package struct Request: Codable, Equatable, Sendable {
    /// The address of the account, or nil for a new one.
    package var email: String?
    /// The names of its roles, or nil for those of an account without any entry.
    package var roles: [String]?

    package init(email: String? = nil, roles: [String]? = nil) {
      self.email = email
      self.roles = roles
    }
  }

  /// The content of a service account's key file, as Google's console writes it.
  package struct Response: Codable, Equatable, Sendable {
    package var type: String?
    package var projectID: String?
    package var privateKeyID: String?
    /// PKCS#8 in PEM.
    package var privateKey: String?
    package var clientEmail: String?
    package var tokenURI: String?

    private enum CodingKeys: String, CodingKey {
      case type
      case projectID = "project_id"
      case privateKeyID = "private_key_id"
      case privateKey = "private_key"
      case clientEmail = "client_email"
      case tokenURI = "token_uri"
    }

    package init(projectID: String, privateKeyID: String, privateKey: String, email: String, tokenURI: String)
    {
      type = "service_account"
      self.projectID = projectID
      self.privateKeyID = privateKeyID
      self.privateKey = privateKey
      clientEmail = email
      self.tokenURI = tokenURI
    }
  }
}

/// Keeps the key out of `print` and `dump`.
extension CreateServiceAccount.Response: CustomStringConvertible, CustomReflectable {
  package var description: String { "a key file" }

  package var customMirror: Mirror { Mirror(self, children: []) }
}
