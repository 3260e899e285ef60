import AuthClient
import Essentials
import IdentityToolkit

/// Finishes, with a one-time code, what waits for one.
///
/// A wrong code keeps the step; success, the server's word that it is too old, and the try after the last allowed one
/// remove it.
package struct CodeConfirmation {
  package let flow: FlowSession
  package let subject: CodeSubject
  /// Nil for what was never kept.
  package let step: PendingStep?

  package init(_ subject: CodeSubject, of step: PendingStep?, in flow: FlowSession) {
    self.subject = subject
    self.step = step
    self.flow = flow
  }

  /// How many digits the code can have.
  package var codeLength: ClosedRange<Int> {
    switch subject {
    case .totpEnrollment(let enrollment, _): enrollment.codeLength...enrollment.codeLength
    // A hint does not say how many digits the app has; the embedded server makes apps of six.
    case .secondFactor(_, let factor) where factor.type == .totp:
      (try? flow.backend().endpoint) == .embedded ? 6...6 : 6...8
    case .phone, .secondFactor, .smsEnrollment: 6...6
    }
  }

  /// - Throws: `CodeRefused` for what the server says of the code; `AccountConflict` where the number is another
  ///   account's; `SavingFailed`.
  package func confirm(_ code: String) throws -> Confirmed {
    do {
      return try exchange(code)
    } catch let error as AuthFailure {
      throw try refused(error)
    } catch let unanswered as UnansweredCode {
      throw try refused(.refused(unanswered.refusal), isUnanswered: true)
    }
  }

  /// Confirms with the first of `codes` that is not wrong. A code counts once, so two sign-ins within its half
  /// minute need two: the next one is as good, for servers allow for clocks that are ahead.
  package func confirm(firstOf codes: [String]) throws -> Confirmed {
    for code in codes.dropLast() {
      do {
        return try confirm(code)
      } catch let refused as CodeRefused where refused.isWrongCode {}
    }
    return try confirm(codes.last ?? "")
  }

  /// Sends another SMS for the same.
  package func resend() throws -> SentForConfirmation {
    switch subject {
    case .phone(let purpose, .sent(let code)):
      return try PhoneSignIn(flow, for: purpose).send(to: try number(of: code), resend: true)
    case .smsEnrollment(let code, let name):
      let given = step?.factorName ?? (name == MaskedNumber.mask(code.phoneNumber) ? nil : name)
      return try SMSEnrolling(flow, name: given).send(to: try number(of: code), resend: true)
    case .secondFactor(let signIn, let factor) where factor.type == .phone:
      return try Challenge(flow, signIn).begin(with: factor, resend: true)
    case .phone(_, .unknown), .secondFactor, .totpEnrollment: throw AuthFailure.missingPhoneNumber
    }
  }

  private func number(of code: PhoneVerification) throws(AuthFailure) -> PhoneNumber {
    do {
      return try PhoneNumber(typed: code.phoneNumber)
    } catch {
      throw .invalidPhoneNumber(error)
    }
  }

  private func exchange(_ code: String) throws -> Confirmed {
    switch subject {
    case .phone(let purpose, let verification):
      .signIn(try PhoneExchange(flow, purpose, step).exchange(code, for: verification))
    case .secondFactor(let signIn, let factor):
      .signIn(try SecondFactorExchange(flow, signIn, factor).exchange(code))
    case .smsEnrollment(let sent, let name):
      .enrolled(
        try EnrollmentExchange(flow, step, .phone(sent), name: name).exchange(code), name: name)
    case .totpEnrollment(let enrollment, let name):
      .enrolled(
        try EnrollmentExchange(flow, step, .totp(enrollment), name: name).exchange(code), name: name)
    }
  }
}

/// What a code finished.
package enum Confirmed: Equatable, Sendable {
  case signIn(SignInOutcome)
  case enrolled(SavedSession, name: String)
}
