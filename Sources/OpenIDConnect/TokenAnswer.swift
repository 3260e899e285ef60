import Essentials

/// The answer of a provider's token endpoint.
package struct TokenAnswer: Sendable, Equatable {
  package var accessToken: String?
  package var idToken: String?

  package init(accessToken: String? = nil, idToken: String? = nil) {
    self.accessToken = accessToken
    self.idToken = idToken
  }

  /// Returns nil if there is neither token.
  init?(_ answer: JSONValue) {
    func text(_ name: String) -> String? { answer[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }
    self.init(accessToken: text("access_token"), idToken: text("id_token"))
    guard accessToken != nil || idToken != nil else { return nil }
  }
}
