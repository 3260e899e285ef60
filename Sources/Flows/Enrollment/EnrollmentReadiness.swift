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

  /// The account as it is now, or what it needs first.
  /// - Throws: `EnrollmentProblem` where nothing can be done about it.
  package func check() throws -> Readiness {
    let saved = try AccountUse(flow).reloaded()
    switch EnrollmentObstacle(for: saved.user, enrolling: type, number: number, at: flow.now()) {
    case .unsuitableSignIn: return .needs(.suitableSignIn, saved)
    case .enrolledAlready:
      try forgetStep(of: saved)
      throw EnrollmentProblem.enrolledAlready(type, nil, session: flow.key)
    case .tooManyFactors(let limit):
      throw EnrollmentProblem.tooManyFactors(limit: limit, session: flow.key)
    case .unverifiedAddress: return .needs(.verifiedAddress, saved)
    case .oldSignIn: return .needs(.recentSignIn, saved)
    case nil: return .ready(saved)
    }
  }

  package enum Readiness {
    case ready(SavedSession)
    case needs(Need, SavedSession)
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

/// What a flow needs before it can go on; whoever called it answers, and calls again.
package enum Need: Equatable, Sendable {
  /// A sign-in that a second factor can follow: not by phone, anonymous or a custom token.
  case suitableSignIn
  case recentSignIn
  case verifiedAddress
}
