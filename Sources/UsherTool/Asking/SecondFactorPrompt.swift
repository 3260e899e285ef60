import AuthClient
import CommandKit
import Essentials
import Flows
import TerminalIO

/// The conversation about a second factor: which one, and its code.
struct SecondFactorPrompt {
  let context: Context
  let flow: FlowSession

  /// - Parameter word: The factor, if it was named.
  func finish(_ signIn: SecondFactorStep, factor word: String? = nil) throws -> Confirmed {
    let factor: EnrolledFactor
    do {
      factor =
        try word.map { try FactorWord($0).factor(among: signIn.factors) } ?? chosen(from: signIn.factors)
    } catch let error as TerminalError where signIn.pending != nil {
      context.terminal.say(
        "Saved. To finish:  " + context.line(["usher", "mfa", "challenge"] + signIn.session.option))
      throw error
    }
    let sent = try Challenge(flow, signIn).begin(with: factor)
    return try CodePrompt(context: context).finish(sent.confirmation, sent: sent.isNew)
  }

  private func chosen(from factors: [EnrolledFactor]) throws -> EnrolledFactor {
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
