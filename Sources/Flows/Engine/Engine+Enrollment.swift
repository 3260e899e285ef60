package import AuthClient
import Essentials
package import IdentityToolkit

extension Engine {
  /// Enrolls a phone as a second factor.
  /// - Parameter typed: The number; nil to ask for it.
  package func enrollPhone(_ typed: PhoneNumber?, name: String?, resend: Bool = false) throws -> Progress {
    _ = try ready(for: .phone, typed)
    let number = try typed ?? asker.phoneNumber(isResend: resend)
    // Only now is it known whether the number is enrolled already.
    if typed == nil { _ = try ready(for: .phone, number) }
    return try confirm(
      try withRecentSignIn(forSecondFactor: true) {
        try Sender(flow).need(EnrollmentCode(to: number, name: name, in: flow.key), resend: resend)
      })
  }

  /// Enrolls an authenticator app as a second factor.
  package func enrollApp(name: String?) throws -> Progress {
    let session = try ready(for: .totp, nil)
    let showing = try asker.secretShowing()
    var isShown = false
    let confirmation: CodeConfirmation
    do {
      confirmation = try withRecentSignIn(forSecondFactor: true) {
        try TOTPEnrolling(flow, name: name).begin { secret in
          isShown = true
          try showing.show(secret, of: session)
        }
      }
    } catch {
      if !isShown { showing.abandon() }
      throw error
    }
    return try confirm(CodeNeed(confirmation, sent: nil))
  }

  /// Enrolls a second factor of the kind that is asked for.
  package func enroll() throws -> Progress {
    try asker.factorType() == .phone ? enrollPhone(nil, name: nil) : enrollApp(name: nil)
  }

  /// Returns the account once it can enroll a factor. The user provides each condition at most once.
  private func ready(for type: FactorID, _ number: PhoneNumber?) throws -> SavedSession {
    var provided: [EnrollmentCondition] = []
    while true {
      switch try EnrollmentReadiness(flow, type: type, number: number).check() {
      case .ready(let session): return session
      case .lacks(let condition, let session):
        let lack = EnrollmentLack(condition: condition, session: session, key: flow.key)
        guard !provided.contains(condition), asker.canProvide(lack), try onTheWay.provide(condition, session)
        else { throw lack }
        provided.append(condition)
      }
    }
  }

  /// Returns false if nothing can be done about it here.
  private func provide(_ condition: EnrollmentCondition, _ session: SavedSession) throws -> Bool {
    switch condition {
    case .recentSignIn, .suitableSignIn: return try reauthenticated(session, forSecondFactor: true)
    case .verifiedAddress:
      guard let email = session.account.email, try asker.mayMailLink(to: email) else { return false }
      try verifyAddress(try EmailAddress(ofAnyScript: email))
      return true
    }
  }
}

/// A condition for a second factor that the account does not fulfil.
package struct EnrollmentLack: Error {
  package let condition: EnrollmentCondition
  package let session: SavedSession
  package let key: SessionKey
}

/// Enrolls an authenticator app: requests its secret, and saves the step that the first code finishes. It never saves
/// the secret.
package struct TOTPEnrolling {
  private let flow: FlowSession
  /// The factor's name.
  private let name: String?

  package init(_ flow: FlowSession, name: String?) {
    self.flow = flow
    self.name = name
  }

  /// Requests the secret, and saves the step after `show` has shown or written the secret. Without the secret, no code
  /// can finish the step.
  package func begin(showing show: (TOTPSecret) throws -> Void) throws -> CodeConfirmation {
    let saved = try CurrentSession(flow).renewed().saved
    let auth = try flow.auth(saved.user)
    let secret = try auth.generateTOTPSecret()
    try show(secret)
    // The deadline by this machine's clock, as for other steps.
    let end = secret.enrollmentCompletionDeadline.addingTimeInterval(
      -(auth.currentUser ?? saved.user).tokens.clockOffset)
    let enrollment = TOTPEnrollment(
      sessionInfo: secret.sessionInfo, name: name, codeLength: secret.codeLength)
    let step = try flow.state.update { state in
      state.addPending(
        .totpEnrollment(enrollment), to: flow.key, uid: saved.uid, createdAt: flow.now(), expiresAt: end)
    }
    return CodeConfirmation(.totpEnrollment(enrollment), of: step, in: flow)
  }
}
