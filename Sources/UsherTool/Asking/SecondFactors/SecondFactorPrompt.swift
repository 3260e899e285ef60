import AuthClient
import CommandKit
import Essentials
import Flows
import TerminalIO

/// The conversation about a second factor: which one, and its code.
struct SecondFactorPrompt {
  let person: Person
  let service: Service
  let flow: FlowSession

  /// - Parameter word: The factor, if it was named.
  func finish(_ signIn: SecondFactorStep, factor word: String? = nil) throws -> Confirmed {
    let factor: EnrolledFactor
    do {
      factor =
        try word.map { try FactorSelection($0).factor(among: signIn.factors) } ?? chosen(from: signIn.factors)
    } catch let error as TerminalError where signIn.pending != nil {
      person.suggest("Saved. To finish", ["usher", "mfa", "challenge"] + signIn.session.option)
      throw error
    }
    let sent = try Challenge(flow, signIn).begin(with: factor)
    return try CodePrompt(person: person, service: service).finish(sent.confirmation, sent: sent.isNew)
  }

  private func chosen(from factors: [EnrolledFactor]) throws -> EnrolledFactor {
    if factors.count == 1 || !factors.contains(where: \.isSupported) {
      person.terminal.say("This account needs a second factor: \(factors[0].title).")
      return factors[0]
    }
    while true {
      let choice = try person.terminal.choose(
        "This account needs a second factor:", from: factors.map(\.title), within: person.waitLimit)
      if factors[choice].isSupported { return factors[choice] }
      person.terminal.say("This version of usher cannot use that one. Choose another.")
    }
  }
}
