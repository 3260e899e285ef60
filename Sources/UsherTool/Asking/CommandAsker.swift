import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

/// Answers what a command's goal needs with the command's options, or else asks the person at the terminal.
struct CommandAsker: Asker {
  let person: Person
  let service: Service
  let flow: FlowSession
  /// Whether a person is asked for a code now.
  var wait = true
  /// The code, as a word of the command or in its options.
  var word: String?
  var code = CodeOptions()
  /// Whether the command began the step, so that another command takes the next code.
  var beganStep = false
  /// Whether the command goes on after what is asked now.
  private(set) var isOnTheWay = false
  /// Whether a person who goes away is told which command begins again.
  private(set) var tellsHowToGoOn = true
  let given = GivenCode()
  var secondFactor = FactorOptions()
  var password = PasswordOptions()
  var provider = ProviderOptions()
  var passkey = PasskeyOptions()
  /// Prepares to show the secret of an authenticator app.
  var showing: @Sendable (Person, Service) throws -> TOTPSecretShowing = {
    try TOTPSecretShowing(qr: nil, secretFile: nil, issuer: nil, person: $0, service: $1)
  }

  init(_ context: Context, _ flow: FlowSession) {
    self.init(person: context.person, service: context.service, flow: flow)
  }

  private init(person: Person, service: Service, flow: FlowSession) {
    self.person = person
    self.service = service
    self.flow = flow
  }

  var onTheWay: any Asker {
    var asker = CommandAsker(person: person, service: service, flow: flow)
    asker.isOnTheWay = true
    return asker
  }

  func onTheWay(to need: CodeNeed) -> any Asker {
    var asker = CommandAsker(person: person, service: service, flow: flow)
    asker.tellsHowToGoOn = false
    return asker
  }

  func begin() throws { try service.place.sayWhichServer(to: person) }

  func tell(_ signedIn: SignedIn) throws {
    person.terminal.say(try signedIn.sentence(at: service.destination()))
    try StepReports(asker: self).enrollIfRequired(after: signedIn)
  }

  func tell(_ applied: AppliedLink) {
    person.tellOfSession(after: applied)
    person.terminal.say(applied.sentence)
  }
}

/// The code in a command's options, which is used once.
final class GivenCode {
  var wasLast = false
  var isUsed = false
}

// MARK: - Who

extension CommandAsker {
  private var isForGoogle: Bool { get throws { try service.destination().endpoint == .production } }

  var offered: Set<OfferedMethod>? { person.next.host?.methods }

  func identifier() throws -> Identifier {
    if let offered, let only = try identifier(of: offered) { return only }
    if let offered {
      person.terminal.say("Type \(Text(anyOf: offered.identifiers.map(\.english))).")
    } else {
      person.terminal.say(
        "Type a phone number with its country code, an e-mail address, a provider such as google, passkey or anonymous."
      )
    }
    if offered?.contains(.phone) ?? true {
      person.terminal.say("If you type a phone number, an SMS will be sent to it; standard rates may apply.")
      if try isForGoogle { person.terminal.say(PhoneNumber.numberNotice) }
    }
    while true {
      let typed = try person.terminal.ask(
        offered == nil ? "Number, address or provider: " : "Sign in with: ", within: person.waitLimit,
        with: LineAssistance(
          earlier: earlier(\.phoneNumber) + earlier(\.email),
          words: offered?.words ?? IdentityProvider.offered.map(\.word) + ["passkey", "anonymous"]))
      do {
        let who = try Identifier(typed: typed)
        if offered?.offers(who) == false { throw MethodNotOffered() }
        return who
      } catch {
        person.say(Diagnosis(error, now: service.world.now()))
      }
    }
  }

  /// Returns who signs in if there is nothing to choose.
  private func identifier(of offered: Set<OfferedMethod>) throws -> Identifier? {
    if offered.isSubset(of: [.emailLink, .password]) {
      return .email(try EmailAddress.read(nil, from: person))
    }
    guard offered.count == 1, let method = offered.first else { return nil }
    return switch method {
    case .phone: .phone(try phoneNumber(isResend: false))
    case .passkey: .passkey
    case .anonymous: .anonymous
    case .provider(let id): .provider(id)
    case .emailLink, .password: nil
    }
  }

  func phoneNumber(isResend: Bool) throws -> PhoneNumber {
    try PhoneNumber.ask(
      person, resending: isResend, isForGoogle: try isForGoogle, earlier: earlier(\.phoneNumber))
  }

  /// The numbers or addresses of the sessions here.
  private func earlier(_ name: (Account) -> String?) -> [String] {
    (try? flow.state.read())?[flow.binding].names(name) ?? []
  }

  func address(after problem: LinkProblem?) throws -> EmailAddress {
    guard person.isInteractive else {
      throw UsageError.misuse(
        "usher does not know the address that this link was sent to", hint: "name it with --email")
    }
    if let problem {
      var diagnosis = Diagnosis(problem)
      diagnosis.hint = nil
      person.say(diagnosis)
    }
    return try EmailAddress.read(nil, explaining: "Type the address that the link was sent to.", from: person)
  }
}

extension Set<OfferedMethod> {
  /// The words that stand for a method.
  fileprivate var words: [String] {
    providers.map(\.word) + (contains(.passkey) ? ["passkey"] : [])
      + (contains(.anonymous) ? ["anonymous"] : [])
  }

  /// What can be typed.
  fileprivate var identifiers: [Text] {
    (contains(.phone) ? ["a phone number with its country code"] : [])
      + (takesAddresses ? ["an e-mail address"] : []) + words.map { Text(verbatim: $0) }
  }
}

// MARK: - By what

extension CommandAsker {
  /// The embedded server hides the methods from apps. It belongs to the person who asks, so its accounts are looked up.
  func signInMethods(of email: EmailAddress) throws -> [String]? { try service.signInMethods(of: email) }

  func method(
    among methods: [AddressMethod], of email: EmailAddress, told: [String]?
  ) throws -> AddressMethod {
    try person.resuming {
      try person.choose(
        told == []
          ? "No account has \(email.text) yet. How do you want to create one?"
          : "How do you want to sign in?", among: methods
      ) { $0.spokenName(creates: told == nil) }
    }
  }

  func provider(among providers: [IdentityProvider]) throws -> IdentityProvider {
    try person.choose("Which provider?", among: providers) { Text(verbatim: $0.name) }
  }

  func mayContinue(
    after conflict: AccountConflict, at provider: IdentityProvider, _ email: EmailAddress
  ) -> Bool {
    guard person.isInteractive else { return false }
    person.terminal.say(
      "Another account has the address \(email.text). Sign in to it, and usher links \(provider.name) to it.")
    return true
  }
}

extension AddressMethod {
  /// - Parameter creates: Whether a link also creates an account.
  fileprivate func spokenName(creates: Bool) -> Text {
    switch self {
    case .emailLink: creates ? "e-mail link (also creates an account)" : "e-mail link"
    case .password: Text("password")
    case .newAccount: "create an account with a password"
    case .provider(let provider): Text(verbatim: provider.name)
    case .anotherProvider: "identity provider"
    }
  }
}

// MARK: - A recent sign-in

extension CommandAsker {
  func canReauthenticate(_ session: SavedSession, after refusal: ServerError) throws -> Bool {
    var diagnosis = Diagnosis(refusal)
    if session.reauthenticationMethods({ _ in nil }).isEmpty {
      diagnosis.hint = session.signInAnew(in: flow.key)
      throw diagnosis
    }
    guard person.isInteractive, flow.state.isKept else { return false }
    // Its hint is what happens next.
    diagnosis.hint = nil
    person.say(diagnosis)
    return true
  }

  /// The method of the session's sign-in is used without a question, unless it sends an SMS.
  func method(
    among methods: [ReauthenticationMethod], of session: SavedSession
  ) throws -> ReauthenticationMethod {
    let first = methods[0]
    // The passkey may be in a file.
    if first.name == session.signInMethod, !first.sendsSMS, first != .passkey { return first }
    if methods.count == 1 {
      guard case .phone(let number) = first else { return first }
      let question: Text = "Send an SMS to \(number)?"
      let isAgreed = try person.resuming {
        try person.terminal.confirm(question, default: true, within: person.waitLimit)
      }
      guard isAgreed else { throw Diagnosis(.declined, "nothing was sent") }
      return first
    }
    return try person.resuming {
      try person.choose("How do you want to re-authenticate?", among: methods, by: \.spokenName)
    }
  }
}

extension ReauthenticationMethod {
  fileprivate var spokenName: Text {
    switch self {
    case .phone(let number): "SMS to \(number)"
    case .password: Text("password")
    case .emailLink: Text("e-mail link")
    case .provider(let id): Text(verbatim: IdentityProvider(id).name)
    case .passkey: Text("passkey")
    }
  }
}

extension SavedSession {
  /// What makes the sign-in recent if the account has nothing to re-authenticate with.
  func signInAnew(in key: SessionKey) -> Hint {
    let command = ["usher", "signin", "custom-token"]
    return switch tokens.idToken.signInProvider {
    case "anonymous":
      Hint("link a sign-in method first", template: ["usher", "link", "METHOD"] + key.option).because(
        "an anonymous user cannot sign in again")
    case "custom" where key.binding.endpoint == Endpoint.production.word:
      Hint("sign in again", template: command + ["--token-file", "FILE"] + key.option)
    case "custom": Hint("sign in again", command + ["--uid", uid] + key.option)
    default: Hint("sign in again", ["usher", "signin"] + key.option)
    }
  }
}

extension Context {
  /// Returns the engine for a change of the account.
  func engine(_ flow: FlowSession) -> Engine { Engine(flow, asking: CommandAsker(self, flow)) }
}
