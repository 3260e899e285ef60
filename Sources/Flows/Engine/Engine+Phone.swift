package import AuthClient
package import IdentityToolkit

extension Engine {
  /// Sends a code to a phone, and uses it.
  /// - Parameters:
  ///   - typed: The number; if it is nil, it is the one that waits for a code, the account's own, or asked for.
  ///   - resend: Whether another code is sent.
  ///   - wait: Waits until another code can be sent to a number.
  package func byPhone(
    _ purpose: CredentialPurpose, to typed: @autoclosure () throws -> PhoneNumber? = nil,
    resend: Bool = false,
    waiting wait: (PhoneNumber) throws -> Void = { _ in }
  ) throws -> Progress {
    let session = try flow.current(for: purpose)
    if purpose == .link, session?.account.phoneNumber != nil {
      throw AuthFailure.providerAlreadyLinked("phone")
    }
    let typed = try typed()
    if purpose == .reauthenticate, typed == nil { try AccountUse(flow).refuseUnlinked("phone") }
    try asker.begin()
    let number = try typed ?? known(purpose, resend, session) ?? asker.phoneNumber(isResend: resend)
    // The code of another number would be refused.
    if purpose == .reauthenticate {
      try AccountUse(flow).refuse(with: AuthFailure.userMismatch) { $0.phoneNumber == number.e164 }
    }
    if resend { try wait(number) }
    return try confirm(
      try Sender(flow).need(PhoneCode(for: purpose, to: number, in: flow.key), resend: resend))
  }

  private func known(
    _ purpose: CredentialPurpose, _ resend: Bool, _ session: SavedSession?
  ) throws -> PhoneNumber? {
    guard resend || purpose == .reauthenticate else { return nil }
    let waiting = try flow.state.read().pending(of: flow.key, .phone(purpose)).last?.sentCode?.phoneNumber
    let own = purpose == .reauthenticate ? session?.account.phoneNumber : nil
    return try (waiting ?? own).map(Self.number)
  }

  static func number(_ text: String) throws(AuthFailure) -> PhoneNumber {
    do {
      return try PhoneNumber(typed: text)
    } catch {
      throw .invalidPhoneNumber(error)
    }
  }

  /// Signs in to another account that has the number of a step, with the proof of the number.
  /// - Throws: `StepExpired` if the service no longer accepts the proof.
  package func useProof(of step: PendingStep, _ proof: PhoneProof) throws -> Progress {
    do {
      return try finish(
        try CredentialUse(flow, for: .signIn, method: "phone", finishing: step)
          .use(.phone(PhoneAuthCredential(temporaryProof: proof.proof, phoneNumber: proof.phone))))
    } catch AuthFailure.refused(let refusal) where StepFate(after: refusal, of: step.kind) == .isOver {
      throw try PendingSteps(flow).expire(step)
    }
  }
}
