/// An identity at a provider whose address belongs to another account. It is linked after that account's user has
/// signed in.
package struct PendingIdentity: Codable, Equatable, Sendable {
  package var providerID: String
  /// The service's reference to the identity.
  package var pendingToken: String
  package var email: String?
  /// The sign-in providers of that account, if the service reports them.
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
