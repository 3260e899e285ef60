import AuthClient
import Essentials
import Flows
import IdentityToolkit

/// Answers an engine from a list, and notes what it was asked.
final class ScriptedAsker: Asker {
  enum Answer {
    case who(Identifier)
    case number(PhoneNumber)
    case method(AddressMethod)
    case reauthentication(ReauthenticationMethod)
    case password(String)
    case factor(Int)
    /// The code that the server sent last.
    case sentCode
    case code(String)
    case anotherCode
    /// The link that the server sent last.
    case sentLink
    case yes
    case no
  }

  /// Nothing is left to say.
  struct Silent: Error {}

  var offered: Set<OfferedMethod>?
  var answers: [Answer] = []
  var log: [String] = []
  var server: LocalServerAdmin?
  var flow: FlowSession?

  var onTheWay: any Asker { self }
  func onTheWay(to need: CodeNeed) -> any Asker { self }

  private func next(_ question: String) -> Answer? {
    log.append(question)
    return answers.isEmpty ? nil : answers.removeFirst()
  }

  private func required(_ question: String) throws -> Answer {
    guard let answer = next(question) else { throw Silent() }
    return answer
  }

  func begin() {}

  func identifier() throws -> Identifier {
    guard case .who(let who) = try required("who") else { throw Silent() }
    return who
  }

  func phoneNumber(isResend: Bool) throws -> PhoneNumber {
    guard case .number(let number) = try required("number") else { throw Silent() }
    return number
  }

  func address(after problem: LinkProblem?) throws -> EmailAddress { throw Silent() }

  func method(
    among methods: [AddressMethod], of email: EmailAddress, told: [String]?
  ) throws -> AddressMethod {
    guard case .method(let method) = try required("method among \(methods.count)") else { throw Silent() }
    return method
  }

  func signInMethods(of email: EmailAddress) throws -> [String]? {
    try flow?.auth().signInMethods(forEmail: email.text)
  }

  func provider(among providers: [IdentityProvider]) throws -> IdentityProvider {
    _ = try required("provider among \(providers.map(\.id))")
    throw Silent()
  }

  /// Asks for a password until it is right.
  func signIn(
    _ request: CredentialRequest, _ use: (ProviderCredential) throws -> Progress
  ) throws -> Progress {
    guard case .password(let email) = request.method else { throw Silent() }
    while true {
      guard case .password(let password) = try required("password") else { throw Silent() }
      do {
        return try use(.password(email: email.text, password: password))
      } catch AuthFailure.refused(let refusal) where refusal.code == .invalidPassword {
        log.append("wrong password")
      }
    }
  }

  func choosePassword<Result>(_ request: NewPassword, _ use: (String) throws -> Result) throws -> Result {
    guard case .password(let password) = try required("new password") else { throw Silent() }
    return try use(password)
  }

  func factor(of signIn: SecondFactorStep) throws -> ChosenFactor? {
    guard case .factor(let index) = next("factor among \(signIn.factors.count)") else { return nil }
    return .factor(signIn.factors[index])
  }

  func code(_ need: CodeNeed) throws -> CodeAnswer? {
    let sent = need.sent.map { $0 ? " sent" : " sent before" } ?? ""
    return switch next("code" + sent + (need.isRepeated ? " again" : "")) {
    case .sentCode: .code(try server?.codes().last?.code ?? "")
    case .code(let code): .code(code)
    case .anotherCode: .another
    default: nil
    }
  }

  func reconsider(_ need: CodeNeed, after error: any Error) throws {
    guard let refused = error as? CodeRefused, refused.isWrongCode,
      refused.consequence != .wrongCode(triesLeft: 0)
    else { throw error }
    log.append("wrong code")
  }

  func sendLink(for purpose: EmailPurpose, to email: EmailAddress) throws -> Sending<SentLink> {
    guard let flow else { throw Silent() }
    let mail = MailedLink(
      for: purpose, to: email, settings: .init(address: "http://localhost/"), in: flow.key)
    return try Sender(flow).send(mail)
  }

  func link(from mail: Sending<SentLink>) throws -> ActionCodeURL? {
    guard case .sentLink = next("link"), let link = try server?.messages().last?.link else { return nil }
    return try ActionCodeURL(link)
  }

  func canReauthenticate(_ session: SavedSession, after refusal: ServerError) -> Bool {
    if case .yes = next("re-authenticate?") { true } else { false }
  }

  func method(
    among methods: [ReauthenticationMethod], of session: SavedSession
  ) throws -> ReauthenticationMethod {
    guard case .reauthentication(let method) = try required("how?") else { throw Silent() }
    return method
  }

  func canProvide(_ lack: EnrollmentLack) -> Bool {
    if case .yes = next("\(lack.condition)?") { true } else { false }
  }

  func mayMailLink(to email: String) -> Bool {
    if case .yes = next("mail a link?") { true } else { false }
  }

  func factorType() throws -> FactorID { .phone }

  func secretShowing() throws -> any SecretShowing { throw Silent() }

  func tell(_ signedIn: SignedIn) { log.append("told of \(signedIn.purpose)") }
  func tell(_ applied: AppliedLink) { log.append("told of the link") }

  func mayContinue(
    after conflict: AccountConflict, at provider: IdentityProvider, _ email: EmailAddress
  ) -> Bool { false }
}
