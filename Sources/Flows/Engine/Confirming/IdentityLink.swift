package import AuthClient
import IdentityToolkit

/// Links an identity at a provider to the account with the same address, after the account's user has signed in.
package struct IdentityLink {
  let flow: FlowSession
  let credential: OAuthCredential
  /// The address of both; nil if the service did not report it.
  let email: String?
  /// The step that this finishes.
  let step: PendingStep?

  package init(
    _ flow: FlowSession, linking credential: OAuthCredential, of email: String?, finishing step: PendingStep?
  ) {
    self.flow = flow
    self.credential = credential
    self.email = email
    self.step = step
  }

  /// Links the identity.
  /// - Throws: `OtherAddress` if the session's account has another address. `StepExpired` if the service no longer
  ///   accepts the identity. The errors of `CredentialUse`.
  package func finish() throws -> Progress {
    try checkAddress()
    do {
      return try CredentialUse(flow, for: .link, method: nil, finishing: step).use(.oauth(credential))
    } catch AuthFailure.refused(let refusal) {
      guard let step, StepFate(after: refusal, of: step.kind) == .isOver else {
        throw AuthFailure.refused(refusal)
      }
      throw try PendingSteps(flow).expire(step)
    }
  }

  /// An identity must not be linked to another account than the one that it was meant for.
  private func checkAddress() throws {
    guard let email, let current = try flow.current() else { return }
    if current.account.hasAddress(email) { return }
    // The address may have changed since the session was saved.
    if try AccountUse(flow).reloaded().account.hasAddress(email) { return }
    throw OtherAddress(email: email, providerID: credential.providerID, session: flow.key, step: step)
  }
}

/// The signed-in account is not the one that the identity was meant for.
package struct OtherAddress: Error, Equatable {
  /// The address of the account that the identity was meant for.
  package let email: String
  package let providerID: String
  package let session: SessionKey
  package let step: PendingStep?
}
