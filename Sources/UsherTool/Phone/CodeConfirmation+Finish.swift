import CommandKit
import Essentials
import TerminalIO

extension CodeConfirmation {
  /// What every command does that began a step a code finishes: takes the code that was given, or asks for it,
  /// or names the next step.
  /// - Parameters:
  ///   - sent: Whether an SMS was sent just now; nil where none belongs to it.
  ///   - wait: Whether a person is asked now.
  func finish(sent: Bool?, _ code: CodeOptions, wait: Bool) throws -> Report<StepResult> {
    if wait, let code = try code.code(in: context) { return try confirmGiven(code) }
    if wait, context.isInteractive { return try CodePrompt(context: context).finish(self, sent: sent) }
    return try pendingReport(sent: sent)
  }

  /// The command that began the step cannot be run again to give another code: its secret has been shown.
  private func confirmGiven(_ code: String) throws -> Report<StepResult> {
    do {
      return try confirm(code)
    } catch var diagnosis as Diagnosis where diagnosis.retry == .newInput && step != nil {
      guard case .authenticator = source else { throw diagnosis }
      diagnosis.hint = (diagnosis.hint.map { $0 + "; " } ?? "") + "give it with: " + tryAgain.shellLine
      throw diagnosis
    }
  }

  private func pendingReport(sent: Bool?) throws -> Report<StepResult> {
    let short = try context.shortCommand(finishing: self).shellLine
    let sentence = sentCode.map { announcement(of: $0, sent: sent ?? true) }
    return Report(
      .pending,
      StepResult(
        sent: sent ?? false, pending: Nullable(pendingResult),
        nextStep: Nullable(NextStepResult(argv: tryAgain, needs: ["code"]))),
      lines: [sentence ?? "The authenticator app's code is awaited."], notes: ["To finish:  " + short],
      isConfirmation: true)
  }
}

extension CodeOptions {
  /// Refuses to begin what could not be finished: without a store, only this command can.
  func refuseLosingStep(wait: Bool, in context: Context) throws {
    guard !context.keepsState, !(wait && (isGiven || context.isInteractive)) else { return }
    throw UsageError.misuse(
      "--no-store keeps nothing that a later command could finish",
      hint: "give the code to this one, with --code-file or --code-command")
  }
}

extension Context {
  /// The steps that a code could be for if none is named: those of the session that is, else all.
  func steps(
    of session: SessionKey, in state: SavedState, where fits: (PendingStep) -> Bool
  ) -> [PendingStep] {
    let isNamed = options.session != nil || environment["USHER_SESSION"] != nil
    return (isNamed ? state.pending(of: session) : state.pending(in: session.binding)).filter(fits)
  }

  /// The shortest command that takes the code: the step is named only where there are others.
  func shortCommand(finishing confirmation: any CodeConfirmation) throws -> [String] {
    guard confirmation.step != nil else { return confirmation.tryAgain }
    let live = steps(of: confirmation.session, in: try savedState()) {
      $0.awaitsCode && !$0.isExpired(at: now())
    }
    return live.count > 1 ? confirmation.tryAgain : command("confirm-code", session: confirmation.session)
  }
}
