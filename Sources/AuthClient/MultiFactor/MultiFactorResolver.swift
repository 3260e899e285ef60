/// A sign-in whose first factor is done and whose second is not.
package struct MultiFactorResolver: Sendable, Equatable {
  /// The server's proof of the first factor.
  package var pendingCredential: String
  /// The factors to choose from.
  package var hints: [MultiFactorInfo]

  package init(pendingCredential: String, hints: [MultiFactorInfo]) {
    self.pendingCredential = pendingCredential
    self.hints = hints
  }
}
