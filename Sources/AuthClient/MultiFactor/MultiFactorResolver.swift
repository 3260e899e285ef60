/// A sign-in whose first factor is done and whose second is not. Can be made anew from what was kept of it.
package struct MultiFactorResolver: Sendable, Equatable {
  /// The server's proof of the first factor; good for about ten minutes, and for as many tries as fit.
  package var pendingCredential: String
  /// The factors to choose from.
  package var hints: [MultiFactorInfo]
  /// What the first factor told beyond the user.
  package var additional: AdditionalUserInfo

  package init(
    pendingCredential: String, hints: [MultiFactorInfo],
    additional: AdditionalUserInfo = AdditionalUserInfo(isNewUser: false, providerID: nil)
  ) {
    self.pendingCredential = pendingCredential
    self.hints = hints
    self.additional = additional
  }

  package var session: MultiFactorSession { .signIn(pendingCredential: pendingCredential) }
}
