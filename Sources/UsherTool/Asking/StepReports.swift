import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

/// Turns what the engine came to into a command's report.
struct StepReports {
  let asker: CommandAsker

  private var person: Person { asker.person }
  private var service: Service { asker.service }
  private var flow: FlowSession { asker.flow }

  /// Runs `goal` with an engine, and reports what it came to.
  static func of(
    _ asker: CommandAsker, _ goal: (Engine) throws -> Progress
  ) throws -> Report<StepResult> {
    try StepReports(asker: asker).report(try goal(Engine(asker.flow, asking: asker)))
  }

  func report(_ progress: Progress) throws -> Report<StepResult> {
    switch progress {
    case .signedIn(let signedIn): try report(signedIn)
    case .enrolled(let session, let name):
      .done(StepResult(session), "Enrolled \"\(name)\" as a second factor of \(session.title).")
    case .needs(.factor(let step)): try moreNeeded(step)
    case .needs(.code(let need)): try pending(need.confirmation, sent: need.sent)
    case .needs(.link(let mail)): pending(mail)
    }
  }

  private func report(_ signedIn: SignedIn) throws -> Report<StepResult> {
    var result = StepResult(signedIn.session)
    if signedIn.purpose == .signIn { result.created = signedIn.additional?.isNewUser }
    result.profileAtProvider = signedIn.additional?.providerProfile
    if signedIn.endsPassword {
      person.output.warn(
        "the password from before the address was verified may no longer work",
        Hint("set a new password", ["usher", "link", "password"] + flow.key.option))
    }
    var lines = [try signedIn.sentence(at: service.destination())]
    if let tokens = tokens(of: signedIn.additional) {
      result.providerTokens = tokens
      lines += tokens.lines
    }
    let report = Report(
      .ok, result, lines: lines, notes: try keptApart(signedIn) + whichSession() + advice(after: signedIn),
      isConfirmation: result.providerTokens == nil)
    guard try requiresFactor(after: signedIn) else { return report }
    guard person.isInteractive, flow.state.isKept else {
      warnOfRequiredFactor()
      return report
    }
    for line in report.lines { person.terminal.say(line) }
    do {
      return try self.report(try enrollRequired())
    } catch TerminalError.endOfInput {
      // The sign-in is finished, and the person does not want more.
      warnOfRequiredFactor()
      var report = report
      report.lines = []
      return report
    }
  }

  private func warnOfRequiredFactor() {
    person.output.warn(
      "this project requires a second factor",
      Hint("enroll one", ["usher", "mfa", "enroll", "totp"]).then("or", ["usher", "mfa", "enroll", "sms"]))
  }

  /// Says how two users stay signed in, after one has replaced the other.
  private func keptApart(_ signedIn: SignedIn) -> [Text] {
    guard signedIn.replaced != nil, person.isInteractive, person.next.host == nil else { return [] }
    return ["To keep both users signed in, add --as and a name to the command."]
  }

  /// What the provider gave, where it was asked for.
  private func tokens(of told: AdditionalUserInfo?) -> ProviderTokensResult? {
    asker.provider.showsTokens ? told?.credential.map(ProviderTokensResult.init) : nil
  }

  /// Says how to use the session, if the step belonged to another session than the one of this run.
  private func whichSession() throws -> [Text] {
    // Only people are told, and finding out reads the state.
    if person.output.isJSON { return [] }
    let name = flow.key.name
    let state = try flow.state.read()
    guard try service.place.sessionKey(in: state).name == name else {
      return ["This is the session \(name). To use it, add --as \(name)."]
    }
    let selected = state[flow.binding].currentSession ?? SessionKey.defaultName
    guard person.settings.options.session != nil, person.settings.environment["USHER_SESSION"] == nil,
      selected != name, state[flow.binding].sessions[selected] != nil
    else { return [] }
    return ["Without --as, commands still use the session \(selected)."]
      + person.next.lines("To change that", ["usher", "session", "use", name])
  }

  /// A person is told once that a number alone is weak proof.
  private func advice(after signedIn: SignedIn) throws -> [Text] {
    guard person.isInteractive, flow.state.isKept, signedIn.purpose == .signIn,
      signedIn.session.account.providers == ["phone"],
      try flow.state.update({ $0.advised.insert("phone-only").inserted }) == true
    else { return [] }
    let argv = ["usher", "link", "email-link"] + flow.key.option
    return person.next.lines("Phone numbers change hands. To sign in by e-mail too, link an address", argv)
  }

  /// Whether the project requires a second factor of the account that signed in without one.
  ///
  /// Google's service does not show the setting to clients. Local servers do, with the token that they accept for the
  /// owner.
  private func requiresFactor(after signedIn: SignedIn) throws -> Bool {
    guard signedIn.purpose == .signIn, try service.place.destination().endpoint.isLocal,
      signedIn.session.account.factors.isEmpty, signedIn.session.tokens.idToken.allowsSecondFactor,
      let config = try? ProjectAdministrator(backend: try flow.backend()).projectConfig()
    else { return false }
    return (config["mfa"] ?? config["mfaConfig"])?["state"] == "MANDATORY"
  }

  /// Enrolls the second factor that the project requires, after a sign-in on the way.
  func enrollIfRequired(after signedIn: SignedIn) throws {
    guard person.isInteractive, flow.state.isKept, try requiresFactor(after: signedIn) else { return }
    _ = try enrollRequired()
  }

  private func enrollRequired() throws -> Progress {
    person.terminal.say("This project requires a second factor.")
    return try Engine(flow, asking: asker.onTheWay).enroll()
  }

  // MARK: - What is awaited

  private func pending(_ confirmation: CodeConfirmation, sent: Bool?) throws -> Report<StepResult> {
    let sentence = confirmation.kind.sentCode.map {
      confirmation.announcement(of: $0, sent: sent ?? true)
    }
    let result = StepResult(
      sent: sent ?? false, pending: Nullable(confirmation.result),
      nextStep: Nullable(next(confirmation.tryAgain, needs: ["code"])))
    return Report(
      .pending, result, lines: [sentence ?? "usher waits for the code of the authenticator app."],
      notes: person.next.lines("To finish", try confirmation.shortCommand()),
      isConfirmation: true)
  }

  func pending(_ sending: Sending<SentLink>) -> Report<StepResult> {
    let spoken = ["usher", "complete-link"]
    let named =
      sending.step.map { ["--pending", $0.id.rawValue] } ?? ["--email", sending.message.recipient]
    let result = StepResult(
      sent: sending.isNew, pending: Nullable(sending.step.map(PendingResult.init)),
      nextStep: Nullable(next(spoken + named + flow.key.option, needs: ["link"])))
    return Report(
      .pending, result, lines: [sending.sentence],
      notes: person.next.lines(
        "To finish, paste the link from the mail into",
        spoken + (sending.step == nil ? named : []) + flow.key.option),
      isConfirmation: true)
  }

  private func moreNeeded(_ step: SecondFactorStep) throws -> Report<StepResult> {
    let named = try asker.secondFactor.factor.map { try FactorSelection($0).factor(among: step.factors) }
    let (argv, needs) = nextCommand(step, named)
    let isKept = step.pending != nil
    // Now or never: the step does not keep them, and its end tells nothing of the provider.
    let tokens = tokens(of: step.choice.resolver.additional)
    let result = StepResult(
      pending: Nullable(step.pending.map(PendingResult.init)),
      nextStep: Nullable(isKept ? next(argv, needs: needs) : nil), providerTokens: tokens)
    return Report(
      .moreNeeded, result,
      lines: Self.demand(for: step.factors) + (tokens?.lines ?? []),
      notes: isKept
        ? person.next.lines(Text("Next"), argv)
        : ["--no-store keeps nothing to finish later. Use --totp-secret-file or --code-command."])
  }

  private static func demand(for factors: [EnrolledFactor]) -> [Text] {
    if factors.count == 1 { return ["This account needs a second factor: \(factors[0].title)."] }
    return ["This account needs a second factor:"]
      + factors.enumerated().map { Text("  \($0 + 1)) \($1.title)") }
  }

  /// The challenge of the phone that was named or is the first, or the code of an authenticator app.
  private func nextCommand(
    _ step: SecondFactorStep, _ named: EnrolledFactor?
  ) -> (argv: [String], needs: [String]) {
    let usable = step.factors.filter(\.isSupported)
    guard let first = named ?? usable.first else { return (["usher", "mfa", "list"], []) }
    if first.type == .phone { return (first.challenge(for: step.pending, in: step.session), []) }
    let factor = usable.count > 1 ? ["--factor", first.uid] : []
    let pending = step.pending.map { ["--pending", $0.id.rawValue] } ?? []
    return (["usher", "confirm-code"] + factor + pending + step.session.option, ["code"])
  }

  private func next(_ argv: [String], needs: [String]) -> NextStepResult {
    NextStepResult(argv: person.next.completed(argv) ?? argv, needs: needs)
  }
}

extension CodeConfirmation {
  /// The step in results. A script that keeps nothing goes on with the verification ID.
  fileprivate var result: PendingResult? {
    if let step { return PendingResult(step) }
    guard case .phone(_, let code) = kind else { return nil }
    return PendingResult(unkept: kind, code)
  }
}
