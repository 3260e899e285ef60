package import AuthClient
import Essentials
package import IdentityToolkit

/// Whether the signed-in account may enroll a second factor, found out before anything is sent.
package struct EnrollmentReadiness {
  private let flow: FlowSession
  private let type: FactorID
  private let number: PhoneNumber?

  /// - Parameter number: That is to become a factor, once it is known.
  package init(_ flow: FlowSession, type: FactorID, number: PhoneNumber? = nil) {
    self.flow = flow
    self.type = type
    self.number = number
  }

  /// Seconds after which an enrollment needs a new sign-in.
  private static let recent: Double = 300
  private static let mostFactors = 5

  /// The account as it is now, or what it needs first.
  /// - Throws: `EnrollmentProblem` where nothing can be done about it.
  package func check() throws -> Readiness {
    let saved = try AccountUse(flow).reloaded()
    let factors = saved.account.factors
    if !SignInMethods.allowSecondFactor(saved.tokens.idToken.signInProvider) {
      return .needs(.suitableSignIn, saved)
    }
    if factors.contains(where: isSame) {
      try forgetStep(of: saved)
      throw EnrollmentProblem.enrolledAlready(type, nil, session: flow.key)
    }
    if factors.count >= Self.mostFactors {
      throw EnrollmentProblem.tooManyFactors(limit: Self.mostFactors, session: flow.key)
    }
    if !saved.account.isEmailVerified { return .needs(.verifiedAddress, saved) }
    let tokens = saved.tokens
    let age = tokens.serviceTime(at: flow.now()).timeIntervalSince(tokens.idToken.signedInAt)
    return age > Self.recent ? .needs(.recentSignIn, saved) : .ready(saved)
  }

  package enum Readiness {
    case ready(SavedSession)
    case needs(Need, SavedSession)
  }

  private func isSame(_ factor: EnrolledFactor) -> Bool {
    factor.type == type && (type == .totp || factor.phoneNumber == number?.e164)
  }

  /// A step that was to enroll it has nothing left to do: an earlier run ended before that was saved.
  private func forgetStep(of saved: SavedSession) throws {
    try flow.state.update { state in
      for step in state.pending(of: flow.key) where step.uid == saved.uid {
        switch step.kind {
        case .totpEnrollment where type == .totp: state.removePending(step.id)
        case .smsEnrollment(let code, _) where type == .phone && code.phoneNumber == number?.e164:
          state.removePending(step.id)
        default: break
        }
      }
    }
  }
}
