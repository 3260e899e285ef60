package import AuthClient
import IdentityToolkit

/// Links an identity at a provider to the account that has its address, once its user has signed in.
package struct IdentityLink {
  let flow: FlowSession
  let credential: OAuthCredential
  /// The address of both; nil where the service did not say.
  let email: String?
  /// What is finished by this.
  let step: PendingStep?

  package init(
    _ flow: FlowSession, linking credential: OAuthCredential, of email: String?, finishing step: PendingStep?
  ) {
    self.flow = flow
    self.credential = credential
    self.email = email
    self.step = step
  }

  /// - Throws: `OtherAddress` where the session's account has another address; `StepExpired` where the service takes
  ///   the identity no more; what `CredentialUse` throws.
  package func finish() throws -> SignInOutcome {
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

  /// Whoever can sign in to some account must not get an identity linked to it that was meant for another.
  private func checkAddress() throws {
    guard let email, let current = try flow.current() else { return }
    if current.account.hasAddress(email) { return }
    // It may have changed since it was saved.
    if try AccountUse(flow).reloaded().account.hasAddress(email) { return }
    throw OtherAddress(email: email, providerID: credential.providerID, session: flow.key, step: step)
  }
}

/// The account that is signed in to is not the one that an identity was to be linked to.
package struct OtherAddress: Error, Equatable {
  /// The address that the account should have.
  package let email: String
  package let providerID: String
  package let session: SessionKey
  package let step: PendingStep?
}
