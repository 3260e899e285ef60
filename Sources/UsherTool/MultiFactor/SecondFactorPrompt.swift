import AuthClient
import Essentials
import TerminalIO

/// The conversation about a second factor: which one, and its code.
struct SecondFactorPrompt {
  let context: Context
  let session: SessionKey
  let purpose: SecondFactorPurpose

  /// - Parameter word: The factor, if it was named.
  func finish(_ choice: SecondFactorChoice, _ step: PendingStep?, factor word: String? = nil) throws
    -> Report<StepResult>
  {
    let factor: SavedFactor
    do {
      factor = try word.map { try choice.factors.named($0) } ?? chosen(from: choice.factors)
    } catch let error as TerminalError where step != nil {
      let command = context.command("mfa", "challenge", session: session).shellLine
      context.terminal.say("Saved. To finish:  \(command)")
      throw error
    }
    let outcome = try Challenge(
      context: context, session: session, purpose: purpose, choice: choice, step: step
    ).begin(with: factor)
    return try CodePrompt(context: context).finish(outcome.confirmation, sent: outcome.sent)
  }

  private func chosen(from factors: [SavedFactor]) throws -> SavedFactor {
    let question = "This account needs a second step:"
    if factors.count == 1 || !factors.contains(where: \.isSupported) {
      context.terminal.say("\(question) \(factors[0].title).")
      return factors[0]
    }
    while true {
      let choice = try context.terminal.choose(
        question, from: factors.map(\.title), within: context.waitLimit)
      if factors[choice].isSupported { return factors[choice] }
      context.terminal.say("This version of usher cannot use that one; choose another.")
    }
  }
}
