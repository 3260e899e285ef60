import AuthClient
import Essentials
import IdentityToolkit

/// Uses the code of a phone sign-in, link, update or re-authentication.
struct PhoneExchange {
  private let flow: FlowSession
  private let purpose: CredentialPurpose
  private let step: PendingStep?

  init(_ flow: FlowSession, _ purpose: CredentialPurpose, _ step: PendingStep?) {
    self.flow = flow
    self.purpose = purpose
    self.step = step
  }

  func exchange(_ code: String, for verificationID: String) throws -> Progress {
    let credential = PhoneAuthCredential(verificationID: verificationID, code: code)
    do {
      return try CredentialUse(flow, for: purpose, method: "phone", finishing: step).use(.phone(credential))
    } catch AuthFailure.credentialAlreadyInUse(let credential) {
      guard case .phone(let phone) = credential, let (proof, number) = phone.numberProof else {
        throw AuthFailure.credentialAlreadyInUse(credential)
      }
      throw AccountConflict(
        error: .credentialAlreadyInUse(credential), session: flow.key, step: try keep(proof, of: number))
    }
  }

  /// The code was right, so its proof signs in to the number's own account without another message.
  private func keep(_ proof: String, of number: String) throws -> PendingStep? {
    let now = flow.now()
    return try flow.state.update { state in
      if let step { state.removePending(step.id) }
      return state.addPending(
        .phoneProof(PhoneProof(phone: number, proof: proof)), to: flow.key, createdAt: now)
    }
  }
}
