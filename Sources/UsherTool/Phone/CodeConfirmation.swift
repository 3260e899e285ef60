import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

/// What a one-time code finishes.
protocol CodeConfirmation {
  var context: Context { get }
  var session: SessionKey { get }
  /// Nil for what was never kept.
  var step: PendingStep? { get }
  var source: CodeSource { get }
  /// Wrong codes that a server evaluates before it wants everything anew.
  var tries: Int { get }

  /// Exchanges the code and saves once.
  func exchange(_ code: String) throws -> Report<StepResult>
  /// The step in results.
  var pendingResult: PendingResult? { get }
  /// The command that takes another code for the same step.
  var tryAgain: [String] { get }
  /// Sends another SMS.
  func resend() throws -> (confirmation: any CodeConfirmation, sent: Bool)
  /// The command that sends another SMS while the step is kept; nil where none is sent.
  var sendAgain: [String]? { get }
  /// The command that begins anew once the step is gone, and how a hint introduces it.
  var beginAnew: [String] { get }
  static var anew: String { get }
  /// What a refusal means for the step, other than a wrong code and too many of them.
  func fate(after refusal: ServerErrorCode) -> StepFate
}

/// Where the code comes from.
enum CodeSource {
  /// A message; nil for one that nothing is known of.
  case sms(SentCode?)
  /// An app, whose next code comes by itself.
  case authenticator
}

enum StepFate {
  case stays
  /// Only its SMS is dead.
  case wantsAnotherSMS
  case isOver
}

extension CodeConfirmation {
  /// Exchanges the code. A wrong one keeps the step; success, expiry and the try after the last allowed one
  /// remove it.
  func confirm(_ code: String) throws -> Report<StepResult> {
    do {
      return try exchange(code)
    } catch let error as AuthError {
      throw try explained(error)
    }
  }

  var pendingResult: PendingResult? { step.map(PendingResult.init) }

  /// The message that was sent.
  var sentCode: SentCode? {
    if case .sms(let code) = source { code } else { nil }
  }

  var tryAgain: [String] {
    let named = step.map { ["--pending", $0.id.rawValue] } ?? []
    return context.completed(["usher", "confirm-code"] + named, session: session)
  }

  /// Says what the refusal means for the pending step, and does it.
  func explained(_ error: AuthError) throws -> Diagnosis {
    var diagnosis = Diagnosis(error, now: context.now())
    guard case .refused(let refusal) = error else { return diagnosis }
    switch refusal.code {
    case .invalidCode:
      diagnosis.nextStep = tryAgain
      if case .authenticator = source {
        diagnosis.hint = try ClockSkew(context)?.hint ?? "wait for the app's next code; each counts once"
      }
      guard let wrong = try countWrongCode(), wrong <= tries, try context.destination().isEmbedded
      else { break }
      let left = tries - wrong
      diagnosis.message +=
        left == 0 ? "; no tries are left" : "; \(left) \(left == 1 ? "try is" : "tries are") left"
      if left == 0 { leadToAnotherCode(&diagnosis) }
    case .tooManyAttemptsTryLater, .tooManyEnrollmentAttempts, .quotaExceeded:
      // Without wrong codes of our own it is the number that is held up, and the code is still good.
      // Counted anew: in a conversation the step was read before the first of them.
      if let step, let kept = try context.savedState().pending(step.id)?.step, kept.wrongCodes < tries {
        lead(to: tryAgain, "the code still stands: wait, then give it with", &diagnosis)
        break
      }
      if let step { try drop(step) }
      lead(to: beginAnew, "wait, then \(Self.anew)", &diagnosis)
    default:
      switch fate(after: refusal.code) {
      case .stays: break
      case .wantsAnotherSMS: leadToAnotherCode(&diagnosis)
      case .isOver:
        if let step { try drop(step) }
        lead(to: beginAnew, Self.anew, &diagnosis)
      }
    }
    return diagnosis
  }

  private func leadToAnotherCode(_ diagnosis: inout Diagnosis) {
    if let sendAgain {
      lead(to: sendAgain, "ask for a new code with", &diagnosis)
    } else {
      lead(to: beginAnew, Self.anew, &diagnosis)
    }
  }

  private func lead(to command: [String], _ phrase: String, _ diagnosis: inout Diagnosis) {
    diagnosis.nextStep = command
    diagnosis.hint = "\(phrase): " + command.shellLine
  }

  private func countWrongCode() throws -> Int? {
    guard let step, context.keepsState else { return nil }
    return try context.stateFile().update { state in
      var count: Int?
      _ = state.updatePending(step.id) {
        $0.wrongCodes += 1
        count = $0.wrongCodes
      }
      if let count, count >= tries { state.forgetCode(of: step, in: session.binding) }
      return count
    }
  }

  private func drop(_ step: PendingStep) throws {
    guard context.keepsState else { return }
    try context.stateFile().update { state in _ = state.removePending(step.id) }
  }
}
