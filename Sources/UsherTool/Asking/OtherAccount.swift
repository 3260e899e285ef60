import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

/// The conversation after a sign-in at a provider whose address another account has: its user signs in the way that the
/// account has, and the provider is linked to it.
struct OtherAccount {
  private let email: EmailAddress
  private let providers: [String]
  private let credential: OAuthCredential
  private let step: PendingStep?
  private let person: Person
  private let service: Service
  private let flow: FlowSession

  /// Nil where it is another conflict, or nobody knows whose account it is.
  init?(_ conflict: AccountConflict, person: Person, service: Service, flow: FlowSession) {
    guard
      case .accountExistsWithDifferentCredential(let email?, let providers, let credential) = conflict.error,
      let email = try? EmailAddress(email), credential.isReusable
    else { return nil }
    self.email = email
    self.providers = providers
    self.credential = credential
    self.step = conflict.step
    self.person = person
    self.service = service
    self.flow = flow
  }

  func report() throws -> Report<StepResult> {
    let provider = IdentityProvider(credential.providerID)
    person.terminal.say(
      "Another account has the address \(email.text). Sign in to it, and usher links \(provider.name) to it.")
    let told = try service.auth().signInMethods(forEmail: email.text)
    var signIn = try SignInConversation(person: person, service: service, flow: flow).report(
      to: email, methods: told ?? methods,
      orAt: told == nil && providers.isEmpty ? IdentityProvider.offered.filter { $0.id != provider.id } : [])
    guard signIn.status == .ok else { return signIn }
    for line in signIn.lines { person.terminal.say(line) }
    signIn.lines = []
    let link = IdentityLink(flow, linking: credential, of: email.text, finishing: step)
    return try StepReports(person: person, service: service, flow: flow).report(try link.finish())
  }

  /// As the service names the methods of an address. Password and link share a provider.
  ///
  /// Where no provider is named, the account may have any: these two, or one that its user has to name.
  private var methods: [String] {
    (providers.isEmpty ? ["password"] : providers).flatMap { $0 == "password" ? ["emailLink", $0] : [$0] }
  }
}

extension OAuthCredential {
  /// Whether it can be shown once more.
  fileprivate var isReusable: Bool { pendingToken != nil || idToken != nil || accessToken != nil }
}
