package import AuthClient
import IdentityToolkit

/// Signs in, links, updates, re-authenticates and enrolls: the way from what somebody wants to its end.
///
/// It decides what comes next, asks for what is missing, and saves each step before it sends anything. It knows no
/// terminal and no options. If nobody answers, it ends with the need, and a later run goes on from the saved step.
package struct Engine {
  package let flow: FlowSession
  package let asker: any Asker

  package init(_ flow: FlowSession, asking asker: any Asker) {
    self.flow = flow
    self.asker = asker
  }

  /// The providers to choose from, in the order in which they are offered.
  var providers: [IdentityProvider] { asker.offered?.providers ?? IdentityProvider.offered }

  /// The same session, for what comes on the way to the goal.
  var onTheWay: Engine { Engine(flow, asking: asker.onTheWay) }

  /// Goes on from `progress` until the goal is reached, or nobody answers.
  package func finish(_ progress: Progress) throws -> Progress {
    switch progress {
    case .signedIn, .enrolled, .needs(.link): return progress
    case .needs(.code(let need)): return try confirm(need)
    case .needs(.factor(let step)):
      switch try asker.factor(of: step) {
      case nil: return progress
      case .factor(let factor): return try challenge(step, with: factor)
      case .codes(let codes, let factor):
        let confirmation = CodeConfirmation(step, with: factor, in: flow)
        do {
          return try finish(try confirmation.confirm(firstOf: codes))
        } catch {
          try asker.reconsider(CodeNeed(confirmation, sent: nil), after: error)
          throw error
        }
      }
    }
  }

  /// Challenges a second factor, and confirms its code.
  package func challenge(
    _ step: SecondFactorStep, with factor: EnrolledFactor, resend: Bool = false
  ) throws -> Progress {
    try confirm(try Challenge(flow, step).begin(with: factor, resend: resend))
  }

  /// Asks for the code until it is right, or there is no use in asking.
  package func confirm(_ first: CodeNeed) throws -> Progress {
    var need = first
    while true {
      guard let answer = try asker.code(need) else { return .needs(.code(need)) }
      do {
        switch answer {
        case .code(let code): return try finish(try changing(need) { try need.confirmation.confirm(code) })
        case .another: need = try need.confirmation.resend()
        }
      } catch {
        try asker.reconsider(need, after: error)
        need.sent = nil
      }
      need.isRepeated = true
    }
  }

  /// Confirms a code. If it changes the account, that may need a recent sign-in.
  private func changing(_ need: CodeNeed, _ confirm: () throws -> Progress) throws -> Progress {
    switch need.confirmation.kind {
    case .phone(.link, _), .phone(.update, _): try withRecentSignIn(before: need, confirm)
    case .smsEnrollment, .totpEnrollment: try withRecentSignIn(forSecondFactor: true, before: need, confirm)
    default: try confirm()
    }
  }
}
