import AuthClient
import CommandKit
import Crypto
import Essentials
import IdentityToolkit
import TerminalIO

/// The second half of a sign-in whose account has second factors.
///
/// What the first factor gave is kept before anything else; then it is finished with what the options give,
/// or by asking, or the next step is named.
struct SecondFactorSignIn {
  let context: Context
  let session: SessionKey
  let purpose: SecondFactorPurpose
  let options: FactorOptions

  /// Seconds that a first factor counts; production's, and the local server's unless told otherwise.
  static let lifetime: Double = 600

  /// - Parameter finished: The step that the first factor finished, if there was one.
  func begin(_ resolver: MultiFactorResolver, after finished: PendingStep?, method: String?) throws -> Report<
    StepResult
  > {
    context.appVerification = options.appVerification
    let choice = SecondFactorChoice(resolver)
    let step = try keep(choice, after: finished, method)
    let named = try options.factor.map { try choice.factors.named($0) }
    if options.isGiven { return try finish(choice, step) }
    guard context.isInteractive else { return report(choice, step, named) }
    return try SecondFactorPrompt(context: context, session: session, purpose: purpose)
      .finish(choice, step, factor: options.factor)
  }

  private func keep(
    _ choice: SecondFactorChoice, after finished: PendingStep?, _ method: String?
  ) throws -> PendingStep? {
    guard context.keepsState else { return nil }
    let now = context.now()
    return try context.stateFile().update { state in
      if let finished { state.removePending(finished.id) }
      if let method { state[session.binding].lastMethod = method }
      return state.addPending(
        .secondFactor(purpose, choice), to: session,
        uid: purpose == .reauthenticate ? state[session]?.uid : nil, createdAt: now,
        expiresAt: now + Self.lifetime)
    }
  }

  /// Both factors in one command, for scripts.
  private func finish(_ choice: SecondFactorChoice, _ step: PendingStep?) throws -> Report<StepResult> {
    if let file = options.totpSecretFile {
      return try finish(choice, step, with: try TOTPSecretFile.read(file, context.standardInput))
    }
    let challenge = try Challenge(
      context: context, session: session, purpose: purpose, choice: choice, step: step
    ).begin(with: try choice.factor(options.factor))
    guard let code = try options.code.code(in: context) else { fatalError("a given code is there") }
    return try challenge.confirmation.confirm(code)
  }

  /// A code counts once, so two sign-ins within its half minute need two: the next one is as good, for servers
  /// allow for clocks that are ahead.
  private func finish(
    _ choice: SecondFactorChoice, _ step: PendingStep?, with totp: TOTP
  ) throws -> Report<StepResult> {
    let named = try options.factor.map { try choice.factors.named($0) }
    guard let factor = named ?? choice.factors.first(where: { $0.type == .totp }) else {
      throw UsageError.misuse(
        "the account has no authenticator app", hint: "its second factors: " + choice.titles)
    }
    let confirmation = SecondFactorConfirmation(
      context: context, session: session, purpose: purpose, choice: choice, step: step, factor: factor)
    let time = Int64(context.now().timeIntervalSince1970)
    func isWrong(_ diagnosis: Diagnosis) -> Bool {
      diagnosis.serverCode == ServerErrorCode.invalidCode.rawValue
    }
    do {
      return try confirmation.confirm(totp.code(at: time))
    } catch let diagnosis as Diagnosis where isWrong(diagnosis) {
      do {
        return try confirmation.confirm(totp.code(at: totp.end(at: time)))
      } catch var diagnosis as Diagnosis where isWrong(diagnosis) {
        diagnosis.hint =
          "if the secret is the right one, its codes of this minute are used; the next comes in "
          + "\(totp.end(at: time) - time) s"
        throw diagnosis
      }
    }
  }

  private func report(
    _ choice: SecondFactorChoice, _ step: PendingStep?, _ named: SavedFactor?
  ) -> Report<StepResult> {
    let next = nextCommand(choice, step, named)
    return Report(
      .moreNeeded,
      StepResult(
        pending: Nullable(step.map(PendingResult.init)),
        nextStep: Nullable(step.map { _ in NextStepResult(argv: next.argv, needs: next.needs) })),
      lines: ["This account needs a second step: \(choice.titles)."],
      notes: [
        step == nil
          ? "Nothing is kept, so it cannot be finished later: use --totp-secret-file or --code-command."
          : "Next:  " + next.argv.shellLine
      ])
  }

  /// The challenge of the phone that was named or is the first, or the code of an authenticator app.
  private func nextCommand(
    _ choice: SecondFactorChoice, _ step: PendingStep?, _ named: SavedFactor?
  ) -> (argv: [String], needs: [String]) {
    let pending = step.map { ["--pending", $0.id.rawValue] } ?? []
    let usable = choice.factors.filter(\.isSupported)
    guard let first = named ?? usable.first, first.type == .phone else {
      let factor = usable.count > 1 ? ["--factor", (named ?? usable[0]).id] : []
      return (
        context.completed(["usher", "confirm-code"] + factor + pending, session: session), ["code"]
      )
    }
    return (context.completed(["usher", "mfa", "challenge", first.id] + pending, session: session), [])
  }
}

extension SecondFactorChoice {
  /// The factors as people choose among them.
  var titles: String {
    factors.count == 1
      ? factors[0].title
      : factors.enumerated().map { "\($0 + 1)) \($1.title)" }.joined(separator: "   ")
  }
}
