package import AuthClient
import Essentials
import IdentityToolkit

/// Finishes a pending step with a one-time code.
///
/// A wrong code keeps the step. The step is removed after success and after one try too many. It is also removed if the
/// server says that it is too old.
package struct CodeConfirmation {
  package let flow: FlowSession
  /// The kind of step that the code finishes.
  package let kind: PendingKind
  /// The step; nil if it was never saved.
  package let step: PendingStep?

  /// Creates the confirmation of a step.
  /// - Parameter kind: A kind that a code finishes.
  init(_ kind: PendingKind, of step: PendingStep?, in flow: FlowSession) {
    self.kind = kind
    self.step = step
    self.flow = flow
  }

  /// Creates the confirmation of `factor`, a second factor of `signIn`.
  package init(_ signIn: SecondFactorStep, with factor: EnrolledFactor, in flow: FlowSession) {
    self.init(.secondFactor(signIn.purpose, signIn.choice.choosing(factor)), of: signIn.pending, in: flow)
  }

  /// Creates the confirmation of an SMS that another program requested.
  package init(verificationID: String, in flow: FlowSession) {
    self.init(.phoneElsewhere(verificationID: verificationID), of: nil, in: flow)
  }

  /// Creates the confirmation of `step`; nil if no code finishes it.
  /// - Parameter factor: The name of the second factor that the code is from.
  package init?(
    of step: PendingStep, factor: String? = nil, in flow: FlowSession
  ) throws(FactorSelection.Unclear) {
    switch step.kind {
    case .phone, .phoneElsewhere, .smsEnrollment, .totpEnrollment: self.init(step.kind, of: step, in: flow)
    case .secondFactor:
      guard let signIn = SecondFactorStep(step, of: flow.key) else { return nil }
      self.init(signIn, with: try signIn.factor(factor), in: flow)
    case .phoneProof, .identity, .email, .unsupported: return nil
    }
  }

  /// How many digits the code can have.
  package var codeLength: ClosedRange<Int> {
    switch kind {
    case .totpEnrollment(let enrollment): enrollment.codeLength...enrollment.codeLength
    // A hint does not contain the number of digits. Apps that the embedded server enrolls show six.
    case .secondFactor where kind.isAuthenticator && (try? flow.backend().endpoint) != .embedded: 6...8
    default: 6...6
    }
  }

  /// Confirms the step with `code`.
  /// - Throws: `CodeRefused` if the server refuses the code. `AccountConflict` if the number belongs to another
  ///   account. `SavingFailed`.
  package func confirm(_ code: String) throws -> Progress {
    do {
      return try exchange(code)
    } catch let error as AuthFailure {
      throw try refused(error)
    } catch let unanswered as UnansweredCode {
      throw try refused(.refused(unanswered.refusal), isUnanswered: true)
    }
  }

  /// Confirms the step with the first of `codes` that is not wrong.
  ///
  /// Each code works once, so two sign-ins in the same half minute need two codes. The next code also works, because
  /// servers tolerate clocks that are ahead.
  package func confirm(firstOf codes: [String]) throws -> Progress {
    for code in codes.dropLast() {
      do {
        return try confirm(code)
      } catch let refused as CodeRefused where refused.isWrongCode {}
    }
    return try confirm(codes.last ?? "")
  }

  /// Sends another SMS for the same step.
  package func resend() throws -> CodeNeed {
    switch kind {
    case .phone(let purpose, let code):
      return try Sender(flow).need(
        PhoneCode(purpose: purpose, number: try Engine.number(code.phoneNumber), session: flow.key),
        resend: true)
    case .smsEnrollment(let code, let name):
      let number = try Engine.number(code.phoneNumber)
      return try Sender(flow).need(
        EnrollmentCode(number: number, name: step?.factorName ?? name, session: flow.key), resend: true)
    case .secondFactor(let purpose, let choice) where !kind.isAuthenticator:
      let signIn = signIn(purpose, choice)
      return try Challenge(flow, signIn).begin(with: try signIn.factor(nil), resend: true)
    default: throw AuthFailure.missingPhoneNumber
    }
  }

  private func signIn(_ purpose: CredentialPurpose, _ choice: SecondFactorChoice) -> SecondFactorStep {
    SecondFactorStep(session: flow.key, purpose: purpose, choice: choice, pending: step)
  }

  private func exchange(_ code: String) throws -> Progress {
    switch kind {
    case .phone(let purpose, let sent):
      return try PhoneExchange(flow: flow, purpose: purpose, step: step)
        .exchange(code, for: sent.verificationID)
    case .phoneElsewhere(let id):
      return try PhoneExchange(flow: flow, purpose: .signIn, step: step).exchange(code, for: id)
    case .secondFactor(let purpose, let choice):
      let signIn = signIn(purpose, choice)
      return try SecondFactorExchange(flow: flow, signIn: signIn, factor: try signIn.factor(nil))
        .exchange(code)
    case .smsEnrollment(let sent, let name):
      let name = name ?? MaskedNumber.mask(sent.phoneNumber)
      let assertion = PhoneMultiFactorGenerator.assertion(
        with: PhoneAuthCredential(verificationID: sent.verificationID, code: code))
      return .enrolled(
        try EnrollmentExchange(flow: flow, step: step, number: sent.phoneNumber, name: name)
          .exchange(assertion),
        name: name)
    case .totpEnrollment(let enrollment):
      let name = enrollment.name ?? TOTPEnrollment.defaultName
      let assertion = TOTPMultiFactorGenerator.assertionForEnrollment(
        sessionInfo: enrollment.sessionInfo, oneTimePassword: code)
      return .enrolled(
        try EnrollmentExchange(flow: flow, step: step, name: name).exchange(assertion), name: name)
    case .phoneProof, .identity, .email, .unsupported: fatalError("no code finishes \(kind.name.rawValue)")
    }
  }
}

/// Uses the code of a phone sign-in, link, update or re-authentication.
struct PhoneExchange {
  let flow: FlowSession
  let purpose: CredentialPurpose
  let step: PendingStep?

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
