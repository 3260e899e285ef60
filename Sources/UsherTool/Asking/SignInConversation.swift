import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

/// The conversation in which a user signs in, or gets an account: asks who, finds the sign-in methods, and goes on to
/// the end.
struct SignInConversation {
  let person: Person
  let service: Service
  let flow: FlowSession
  /// How to sign in at a provider, should it be one.
  let provider: ProviderConversation

  init(person: Person, service: Service, flow: FlowSession, provider: ProviderConversation? = nil) {
    self.person = person
    self.service = service
    self.flow = flow
    self.provider =
      provider ?? ProviderConversation(person: person, service: service, flow: flow, purpose: .signIn)
  }

  /// - Parameter typed: Who signs in, where that was said already.
  func report(_ typed: String? = nil) throws -> Report<StepResult> {
    try service.place.sayWhichServer(to: person)
    var report: Report<StepResult>
    switch try typed.map(Self.identifier) ?? askedIdentifier() {
    case .anonymous:
      report = try StepReports(person: person, service: service, flow: flow).report(
        try flow.signInAnonymously())
    case .passkey:
      report = try PasskeyConversation(person: person, service: service, flow: flow).report(for: .signIn)
    case .phone(let number):
      report = try PhoneConversation(person: person, service: service, flow: flow, purpose: .signIn).report(
        number.e164)
    case .email(let email): report = try self.report(for: email)
    case .provider(let word) where typed != nil: report = try provider.report(at: word)
    case .provider(let word): report = try self.report(at: word)
    }
    if report.result.created == .some(true) { report.lines.insert("Account created.", at: 0) }
    return report
  }

  private enum Identifier {
    case phone(PhoneNumber)
    case email(EmailAddress)
    case anonymous
    case passkey
    case provider(String)
  }

  /// Whether `text` looks like a number or an address, right or wrong, or is a provider.
  static func isIdentifier(_ text: String) -> Bool {
    text.contains("@") || text.contains { $0.isWholeNumber } || IdentityProvider.isNamed(by: text)
  }

  private static func identifier(_ typed: String) throws -> Identifier {
    if typed.contains("@") { return .email(try EmailAddress.read(typed)) }
    let word = typed.filter { !$0.isWhitespace }
    if word.isEmpty {
      throw Diagnosis(
        AuthErrorCode.invalidArgument.name, .data, "nothing was typed",
        hint: "type a phone number, an e-mail address, a provider such as google, passkey or anonymous",
        retry: .newInput)
    }
    if word.asciiLowercased() == "anonymous" { return .anonymous }
    if word.asciiLowercased() == "passkey" { return .passkey }
    if IdentityProvider.isNamed(by: word) { return .provider(word) }
    // A number begins with a plus sign or a digit.
    if word.first?.isLetter == true { throw ProviderChoice.unknown(word) }
    return .phone(try PhoneNumber.read(typed))
  }

  /// Asks until what is typed is one.
  private func askedIdentifier() throws -> Identifier {
    person.terminal.say(
      "Type a phone number with its country code, an e-mail address, a provider such as google, passkey or anonymous."
    )
    person.terminal.say("If you type a phone number, an SMS will be sent to it; standard rates may apply.")
    while true {
      let typed = try person.terminal.ask("Number, address or provider: ", within: person.waitLimit)
      do {
        return try Self.identifier(typed)
      } catch {
        person.say(Diagnosis(error, now: service.world.now()))
      }
    }
  }

  private enum Method: Equatable {
    case emailLink
    case password
    /// One with a password, of an address of which the server does not say whether an account has it.
    case newAccount
    case provider(IdentityProvider)
    /// One that is still to be named.
    case anotherProvider

    /// - Parameter name: as the service calls it.
    init(_ name: String) {
      switch name {
      case "emailLink": self = .emailLink
      case "password": self = .password
      default: self = .provider(IdentityProvider(name))
      }
    }

    /// - Parameter creates: Whether a link creates the account where nobody has the address, as far as that is known.
    func spokenName(creates: Bool) -> Text {
      switch self {
      case .emailLink: creates ? "e-mail link (also creates an account)" : "e-mail link"
      case .password: Text("password")
      case .newAccount: "create an account with a password"
      case .provider(let provider): Text(verbatim: provider.name)
      case .anotherProvider: "identity provider"
      }
    }
  }

  private func report(for email: EmailAddress) throws -> Report<StepResult> {
    let told = try service.signInMethods(of: email)
    // An address that nobody has may get its account there.
    return try report(to: email, methods: told, orAt: told == [] ? IdentityProvider.offered : [])
  }

  /// - Parameters:
  ///   - told: The sign-in methods of the account that has `email`, none where nobody has; nil where the server does
  ///     not tell.
  ///   - others: Providers that the account may have beyond these.
  func report(
    to email: EmailAddress, methods told: [String]?, orAt others: [IdentityProvider] = []
  ) throws -> Report<StepResult> {
    let isNew = told == []
    switch try method(of: email, told, mayBeElsewhere: !others.isEmpty) {
    case .emailLink:
      return try StepReports(person: person, service: service, flow: flow).report(
        try LinkConversation(person: person, service: service, flow: flow).credential(
          for: .signIn, to: email.text))
    case .password where !isNew:
      // Only the password: a second factor leaves a pending step, and says itself how to finish.
      let outcome = try person.resuming(
        with: ["usher", "signin", "password", "--email", email.text] + flow.key.option
      ) {
        try PasswordConversation(person: person, service: service, flow: flow, purpose: .signIn).outcome(
          for: email)
      }
      return try StepReports(person: person, service: service, flow: flow).report(outcome)
    case .password, .newAccount:
      let outcome = try person.resuming(with: ["usher", "signup", "--email", email.text] + flow.key.option) {
        try SignUpConversation(person: person, service: service, flow: flow).outcome(for: email)
      }
      return try StepReports(person: person, service: service, flow: flow, isSignUp: true).report(outcome)
    case .provider(let provider): return try report(at: provider.id, as: email)
    case .anotherProvider:
      let choice = try person.terminal.choose(
        "Which provider?", from: others.map { Text(verbatim: $0.name) }, within: person.waitLimit)
      return try report(at: others[choice].id, as: email)
    }
  }

  /// - Parameter email: the account's, which the provider's page may offer; its user chooses.
  private func report(at word: String, as email: EmailAddress? = nil) throws -> Report<StepResult> {
    var provider = provider
    if let email { provider.request.parameters = ["login_hint": email.text] }
    provider.again = ["usher", "signin", "idp", word] + flow.key.option
    return try provider.report(at: word)
  }

  /// The account's only method, or the one that is chosen. They always stand in the same order.
  private func method(
    of email: EmailAddress, _ told: [String]?, mayBeElsewhere: Bool
  ) throws -> Method {
    let known = (told ?? []).map { Method($0) }
    let byAddress: [Method] = [.emailLink, .password]
    var methods =
      known.isEmpty
      ? byAddress + (told == nil ? [.newAccount] : [])
      : byAddress.filter(known.contains) + known.filter { !byAddress.contains($0) }
    if mayBeElsewhere { methods.append(.anotherProvider) }
    guard methods.count > 1 else { return methods[0] }
    let choice = try person.terminal.choose(
      told == []
        ? "No account has \(email.text) yet. How do you want to create one?" : "How do you want to sign in?",
      from: methods.map { $0.spokenName(creates: told == nil) }, within: person.waitLimit)
    return methods[choice]
  }
}

extension Person {
  /// What nobody typed, or did in a browser, leaves nothing pending: `argv` begins there again, by default the command
  /// that was typed.
  func resuming<Result>(with argv: [String]? = nil, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as TerminalError where error.leavesOff && isInteractive {
      if let argv { suggest("To go on", argv) } else { suggestSameCommand("To go on") }
      throw error
    }
  }
}

extension TerminalError {
  /// The person went away: nothing is wrong with what was typed.
  fileprivate var leavesOff: Bool { [.interrupted, .timedOut, .endOfInput].contains(self) }
}
