import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

/// Challenges a second factor of a sign-in: an SMS is sent, or the authenticator app is noted as chosen.
struct Challenge {
  let context: Context
  let session: SessionKey
  let purpose: SecondFactorPurpose
  let choice: SecondFactorChoice
  /// Nil where nothing is kept.
  let step: PendingStep?

  struct Outcome {
    /// Of the code that the challenged factor answers with.
    var confirmation: SecondFactorConfirmation
    /// False if an SMS sent within the last minute still stands, or none is needed.
    var sent: Bool
  }

  /// Two processes that challenge the same factor at once send one message.
  func send(to factor: SavedFactor, resend: Bool = false) throws -> Outcome {
    guard factor.isSupported else {
      throw Diagnosis(
        "usher/unsupported", .failure, "this version of usher cannot use that kind of second factor",
        hint: "choose another one")
    }
    guard factor.type == .phone else { return try keep(factor, nil) }
    if try standingCode(of: factor) == nil { try context.prepareSending(for: .mfaSMSSignIn) }
    return try context.lockedForSending(to: factor.id, in: session.binding) {
      if let code = try standingCode(of: factor) {
        if !resend { return try keep(factor, code, sent: false) }
        guard FictionalNumbers(context: context).contains(code.phone)
        else { throw AuthError.resentTooSoon(resendAfter: code.resendAfter) }
      }
      let resolver = MultiFactorResolver(choice)
      let verificationID = try context.sendingSMS(try context.auth()) { provider throws(AuthError) in
        try provider.verifyPhoneNumber(of: MultiFactorInfo(factor), in: resolver)
      }
      let now = context.now()
      let code = SentCode(
        phone: factor.hint ?? "", verificationID: verificationID, sentAt: now,
        resendAfter: now + PhoneVerification.window)
      return try keep(factor, code, sent: true)
    }
  }

  /// The code that was sent to `factor` for this sign-in a moment ago, perhaps by another process.
  private func standingCode(of factor: SavedFactor) throws -> SentCode? {
    var choice = choice
    if let step, let kept = try context.savedState().pending(step.id)?.step,
      case .secondFactor(_, let keptChoice) = kept.kind
    {
      // A code without tries left is worth nothing.
      if kept.wrongCodes >= SecondFactorConfirmation.tries { return nil }
      choice = keptChoice
    }
    guard let challenge = choice.challenge, challenge.factorID == factor.id, let code = challenge.sentCode,
      code.stands(at: context.now())
    else { return nil }
    return code
  }

  private func keep(_ factor: SavedFactor, _ code: SentCode?, sent: Bool = false) throws -> Outcome {
    var choice = choice
    choice.challenge = .init(factorID: factor.id, sentCode: code)
    let kept = try step.flatMap { step in context.keepsState ? try keep(choice, in: step, sent: sent) : nil }
    return Outcome(
      confirmation: SecondFactorConfirmation(
        context: context, session: session, purpose: purpose, choice: choice, step: kept, factor: factor),
      sent: sent)
  }
}

extension Challenge {
  private func keep(_ choice: SecondFactorChoice, in step: PendingStep, sent: Bool) throws -> PendingStep {
    let kept = try context.updateStateAfterSending { state in
      var kept: PendingStep?
      _ = state.updatePending(step.id) {
        $0.kind = .secondFactor(purpose, choice)
        // Another SMS has its tries anew.
        if sent { $0.wrongCodes = 0 }
        kept = $0
      }
      return kept
    }
    guard let kept else {
      let anew = SecondFactorConfirmation.firstFactor(purpose, session, context)
      throw Diagnosis(
        "usher/nothing-pending", .expired, "the sign-in was dropped meanwhile",
        hint: "\(SecondFactorConfirmation.anew): " + anew.shellLine, nextStep: anew)
    }
    return kept
  }

  /// Sends, and says what it means for the sign-in if the server refuses.
  func begin(with factor: SavedFactor, resend: Bool = false) throws -> Outcome {
    let confirmation = SecondFactorConfirmation(
      context: context, session: session, purpose: purpose, choice: choice, step: step, factor: factor)
    do {
      return try send(to: factor, resend: resend)
    } catch AuthError.refused(let refusal) where confirmation.fate(after: refusal.code) == .isOver {
      throw try confirmation.explained(.refused(refusal))
    }
  }
}

extension MultiFactorResolver {
  init(_ choice: SecondFactorChoice) {
    self.init(
      pendingCredential: choice.pendingCredential, hints: choice.factors.map { MultiFactorInfo($0) })
  }
}

extension SecondFactorChoice {
  init(_ resolver: MultiFactorResolver) {
    self.init(
      pendingCredential: resolver.pendingCredential, factors: resolver.hints.map { SavedFactor($0) })
  }

  /// Whether the factor that `word` names, or any if none is named, was challenged already.
  func isChallenged(_ word: String?) throws -> Bool {
    guard let challenge else { return false }
    return try word.map { try factors.named($0).id == challenge.factorID } ?? true
  }

  /// The factor that `word` names; else the one last challenged, else the only one.
  func factor(_ word: String?) throws -> SavedFactor {
    if let word { return try factors.named(word) }
    if let challenged = factors.first(where: { $0.id == challenge?.factorID }) { return challenged }
    let usable = factors.filter(\.isSupported)
    if usable.count == 1 { return usable[0] }
    throw UsageError.misuse(
      "the account has several second factors: " + factors.map(\.title).joined(separator: ", "),
      hint: "say which by its id: " + factors.map(\.id).joined(separator: ", "))
  }
}
