import AuthClient
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
        try Sender(flow).need(EnrollmentCode(number: number, name: name, session: flow.key), resend: resend)
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
        try flow.enrollApp(name: name) { secret in
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
      switch try flow.readiness(toEnroll: type, number) {
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
