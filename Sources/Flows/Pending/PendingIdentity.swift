/// An identity at a provider whose address another account has: linked to that account once its user has signed in.
package struct PendingIdentity: Codable, Equatable, Sendable {
  package var providerID: String
  /// The service's reference to the identity.
  package var pendingToken: String
  package var email: String?
  /// The sign-in providers of that account, as far as the service tells.
  package var providers: [String]

  package init(providerID: String, pendingToken: String, email: String? = nil, providers: [String] = []) {
    self.providerID = providerID
    self.pendingToken = pendingToken
    self.email = email
    self.providers = providers
  }

  private enum CodingKeys: String, CodingKey {
    case providerID = "provider"
    case pendingToken = "pending_token"
    case email, providers
  }
}
