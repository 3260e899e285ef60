import AuthClient
import CommandKit
import Crypto
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

extension CommandAsker {
  func factor(of signIn: SecondFactorStep) throws -> ChosenFactor? {
    // A wrong name is told before anything is sent.
    let named = try secondFactor.factor.map { try FactorSelection($0).factor(among: signIn.factors) }
    if let totp = secondFactor.totp { return try codes(of: totp, named, signIn) }
    if secondFactor.isGiven { return .factor(try signIn.factor(secondFactor.factor)) }
    guard person.isInteractive else { return nil }
    do {
      return .factor(try named ?? chosen(from: signIn.factors))
    } catch let error as TerminalError {
      if signIn.pending != nil {
        person.suggest("Saved. To finish", ["usher", "mfa", "challenge"] + signIn.session.option)
      }
      sayTokensAreLost(signIn.choice)
      throw error
    }
  }

  /// A code counts once, so two sign-ins within its half minute need two: the next one is as good, for servers
  /// allow for clocks that are ahead.
  private func codes(
    of totp: TOTP, _ named: EnrolledFactor?, _ signIn: SecondFactorStep
  ) throws -> ChosenFactor {
    guard let factor = named ?? signIn.factors.first(where: { $0.type == .totp }) else {
      throw UsageError.misuse(
        "the account has no authenticator app",
        hint: "choose another second factor with --factor: \(signIn.factors.titles)")
    }
    let time = serversTime
    return .codes([totp.code(at: time), totp.code(at: totp.end(at: time))], factor)
  }

  private var serversTime: Int64 { (service.world.now() + service.localServersLead).seconds }

  private func chosen(from factors: [EnrolledFactor]) throws -> EnrolledFactor {
    if factors.count == 1 || !factors.contains(where: \.isSupported) {
      person.terminal.say("This account needs a second factor: \(factors[0].title).")
      return factors[0]
    }
    while true {
      let factor = try person.choose("This account needs a second factor:", among: factors, by: \.title)
      if factor.isSupported { return factor }
      person.terminal.say("This version of usher cannot use that one. Choose another.")
    }
  }

  func code(_ need: CodeNeed) throws -> CodeAnswer? {
    guard wait else { return nil }
    given.wasLast = false
    if let code = try givenCode(need) {
      (given.isUsed, given.wasLast) = (true, true)
      return .code(code)
    }
    guard person.isInteractive else { return nil }
    do {
      return try CodePrompt(person: person, service: service).answer(need)
    } catch {
      try sayHowToFinish(need, after: error)
      throw error
    }
  }

  private func givenCode(_ need: CodeNeed) throws -> String? {
    if given.isUsed { return nil }
    var options = code
    if case .secondFactor = need.confirmation.kind, secondFactor.code.isGiven { options = secondFactor.code }
    return try options.code(
      word, length: need.confirmation.codeLength, in: service.world, within: person.waitLimit)
  }

  func reconsider(_ need: CodeNeed, after error: any Error) throws {
    if given.wasLast || secondFactor.totp != nil { throw explained(error) }
    do {
      try CodePrompt(person: person, service: service).reconsider(error)
    } catch {
      try sayHowToFinish(need, after: error)
      throw error
    }
  }

  /// A person who goes away finds the step as it is.
  private func sayHowToFinish(_ need: CodeNeed, after error: any Error) throws {
    guard let error = error as? TerminalError, error.leavesOff else { return }
    person.suggest(
      need.confirmation.step == nil || person.next.host != nil ? "To finish" : "Saved. To finish",
      try need.confirmation.shortCommand())
    if isOnTheWay { person.suggestSameCommand("Then run again") }
    if case .secondFactor(_, let choice) = need.confirmation.kind { sayTokensAreLost(choice) }
  }

  /// The error of a code that was given, with the way to give another one.
  private func explained(_ error: any Error) -> any Error {
    guard let refused = error as? CodeRefused, refused.isWrongCode else { return error }
    var diagnosis = Diagnosis(refused, now: service.world.now())
    if let totp = secondFactor.totp {
      let time = serversTime
      diagnosis.hint = Hint(
        "if the secret is right, its codes of this minute are used: the next comes in \(totp.end(at: time) - time) s"
      ).leading(to: refused.tryAgain, needs: ["code"])
    } else if beganStep, refused.step != nil, refused.kind.isAuthenticator {
      let finish = Hint(Text("finish"), refused.tryAgain, needs: ["code"])
      diagnosis.hint = diagnosis.hint?.then(finish) ?? finish
    } else {
      return error
    }
    return diagnosis
  }

  /// The step does not keep the provider's tokens.
  private func sayTokensAreLost(_ choice: SecondFactorChoice) {
    guard provider.showsTokens, choice.resolver.additional.credential != nil else { return }
    person.terminal.say("usher does not keep the provider's tokens. To get them, sign in again.")
  }
}

// MARK: - Enrollment

extension CommandAsker {
  func canProvide(_ lack: EnrollmentLack) -> Bool {
    // An account that only signs in by phone, or not again at all, has no sign-in that suits.
    let hasOther = lack.session.account.providers.contains { $0 != "phone" }
    guard person.isInteractive, lack.condition != .suitableSignIn || hasOther else { return false }
    var diagnosis = Diagnosis(lack)
    // Its hint is what happens next.
    diagnosis.hint = nil
    person.say(diagnosis)
    return true
  }

  func mayMailLink(to email: String) throws -> Bool {
    try person.terminal.confirm("Mail a link to \(email)?", default: true, within: person.waitLimit)
  }

  func factorType() throws -> FactorID {
    let choice = try person.terminal.choose(
      "Which second factor?", from: [Text("SMS"), "authenticator app"], within: person.waitLimit)
    return choice == 0 ? .phone : .totp
  }

  func secretShowing() throws -> any SecretShowing { try showing(person, service) }
}

extension CommandAsker {
  func sendLink(for purpose: EmailPurpose, to email: EmailAddress) throws -> Sending<SentLink> {
    let request = LinkRequest(asker: self, purpose: purpose)
    let sending = try request.send(try request.mail(to: email))
    if person.isInteractive {
      person.terminal.say(sending.sentence)
      try service.sayWhereMailIs(for: email, to: person)
    }
    return sending
  }

  func link(from mail: Sending<SentLink>) throws -> ActionCodeURL? {
    person.isInteractive ? try pastedLink() : nil
  }

  /// Asks for a link of this destination until one is pasted.
  func pastedLink() throws -> ActionCodeURL {
    while true {
      let typed: String
      do {
        typed = try person.terminal.ask("Link from the mail: ", within: person.linkWaitLimit)
      } catch {
        person.suggest("To finish", ["usher", "complete-link"])
        throw error
      }
      do {
        return try .read(typed, at: service)
      } catch {
        person.say(error)
      }
    }
  }
}

extension Sending<SentLink> {
  /// What a person is told of the mail.
  var sentence: Text {
    isNew
      ? "Mail sent to \(message.recipient)."
      : "A mail was sent to \(message.recipient) a moment ago, and its link still works. --resend sends another."
  }
}

extension Person {
  /// Says what became of the session here, where that is not what people expect.
  func tellOfSession(after applied: AppliedLink) {
    switch applied.session {
    case .unaffected: break
    case .ended: output.tell("Your session here has ended. Sign in again.")
    case .stale: output.tell("Your session here does not show this change yet.")
    }
  }
}

extension AppliedLink {
  /// What a person is told of it.
  var sentence: Text {
    switch operation {
    case .verifyEmail: "The address \(email ?? "") is verified."
    case .verifyAndChangeEmail: email.map { "The address is now \($0)." } ?? "The address is now changed."
    case .revertSecondFactorAddition:
      "The second factor is unenrolled. If you did not enroll it yourself, set a new password."
    default: "The address is \(email ?? "") again. If you did not change it yourself, set a new password."
    }
  }
}
