/// Who asks: what a provider knows a program by.
package struct OAuthClient: Sendable, Equatable {
  package let id: String
  /// Nil for a public client, which every program that people install is (RFC 8252).
  package let secret: String?

  package init(id: String, secret: String? = nil) {
    self.id = id
    self.secret = secret
  }
}
