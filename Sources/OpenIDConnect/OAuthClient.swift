/// An OAuth client: the program's identity at a provider.
package struct OAuthClient: Sendable, Equatable {
  package let id: String
  /// The client secret, or nil for a public client, such as every program that people install (RFC 8252).
  package let secret: String?

  package init(id: String, secret: String? = nil) {
    self.id = id
    self.secret = secret
  }
}
