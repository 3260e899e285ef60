package import AuthClient
import IdentityToolkit

/// What a one-time code can be for.
package enum CodeSubject: Equatable, Sendable {
  case phone(CredentialPurpose, KnownVerification)
  case secondFactor(SecondFactorStep, EnrolledFactor)
  case smsEnrollment(PhoneVerification, name: String)
  case totpEnrollment(TOTPEnrollment, name: String)

  /// A code that was sent by SMS, as far as it is known.
  package enum KnownVerification: Equatable, Sendable {
    case sent(PhoneVerification)
    /// Sent elsewhere: nothing is known of it but its verification ID.
    case unknown(id: String)

    package var id: String {
      switch self {
      case .sent(let code): code.verificationID
      case .unknown(let id): id
      }
    }
  }

  /// What an authenticator app is called by default.
  package static let authenticator = "Authenticator"

  /// What `step` waits for; nil for a step that no code finishes.
  /// - Parameter factor: Names the second factor that the code is of.
  package init?(_ step: PendingStep, of session: SessionKey, factor: String? = nil) throws(FactorWord.Unclear)
  {
    switch step.kind {
    case .phone(let purpose, let sent): self = .phone(purpose, .sent(sent))
    case .secondFactor(let purpose, let choice):
      let signIn = SecondFactorStep(session: session, purpose: purpose, choice: choice, pending: step)
      self = .secondFactor(signIn, try signIn.factor(factor))
    case .smsEnrollment(let sent, let name):
      self = .smsEnrollment(sent, name: name ?? MaskedNumber.mask(sent.phoneNumber))
    case .totpEnrollment(let enrollment):
      self = .totpEnrollment(enrollment, name: enrollment.name ?? Self.authenticator)
    case .phoneProof, .identity, .email, .unsupported: return nil
    }
  }

  /// Where the code comes from.
  package var source: Source {
    switch self {
    case .phone(_, .sent(let code)), .smsEnrollment(let code, _): .sms(code)
    case .phone(_, .unknown): .sms(nil)
    case .secondFactor(let signIn, let factor):
      factor.type == .totp ? .authenticator : .sms(signIn.choice.sentCode(to: factor))
    case .totpEnrollment: .authenticator
    }
  }

  package enum Source: Equatable, Sendable {
    /// A message; nil for one that nothing is known of.
    case sms(PhoneVerification?)
    /// An app, whose next code comes by itself.
    case authenticator
  }

  package var sentCode: PhoneVerification? {
    if case .sms(let code) = source { code } else { nil }
  }

  /// Wrong codes that a server evaluates before everything has to be begun anew.
  package var tries: Int {
    if case .totpEnrollment = self { 3 } else { 5 }
  }
}
