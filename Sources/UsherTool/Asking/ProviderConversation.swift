import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

/// The conversation about a sign-in at an identity provider: which one, how its credential is got, and what follows.
struct ProviderConversation {
  let person: Person
  let service: Service
  let flow: FlowSession
  let purpose: CredentialPurpose
  var request = AuthorizationRequest()
  /// The provider's tokens, where they are at hand.
  var tokens = TokenFiles()
  /// Who signs in, as a local server is told.
  var identity: String?
  /// Whether the person signs in on another machine.
  var onAnotherMachine = false
  var showsProviderTokens = false
  var secondFactor = FactorOptions()
  /// The command that begins this again; by default the one that was typed.
  var again: [String]?

  /// - Parameter word: the provider as it was typed; where it was not, it is asked for.
  func report(at word: String?) throws -> Report<StepResult> {
    try flow.refuseShadowed(by: purpose)
    let provider = try ProviderChoice(word: word, purpose: purpose).made(at: service, by: person)
    let secondFactor = try secondFactor.read(service.world.standardInput)
    let reports = StepReports(
      person: person, service: service, flow: flow, secondFactor: secondFactor,
      showsProviderTokens: showsProviderTokens)
    do {
      return try reports.report(try outcome(at: provider))
    } catch let conflict as AccountConflict {
      guard purpose == .signIn, person.isInteractive,
        let report = try OtherAccount(conflict, person: person, service: service, flow: flow)?.report()
      else { throw conflict }
      return report
    }
  }

  /// What signing in at `provider` came to.
  func outcome(at provider: IdentityProvider) throws -> SignInOutcome {
    if purpose.needsCurrentUser {
      guard let current = try flow.current() else { throw try NotSignedIn(flow) }
      try check(provider, of: current)
    }
    let use = CredentialUse(
      flow, for: purpose, method: ReauthenticationMethod.provider(provider.id).name)
    let way = try way(to: provider)
    // Nobody is asked, so nobody gives up or chooses another account.
    if tokens.isGiven || identity != nil { return try way.signIn { try use.use(.oauth($0)) } }
    do {
      return try person.resuming(with: again) { try way.signIn { try use.use(.oauth($0)) } }
    } catch {
      var diagnosis = Diagnosis(error, now: service.world.now())
      guard Self.worthTryingAgain.contains(diagnosis.code) else { throw error }
      let again = person.tryingAgain(with: again)
      diagnosis.hint = diagnosis.hint?.then(again) ?? again
      throw diagnosis
    }
  }

  /// The person gave up at the provider, or chose another account there.
  private static let worthTryingAgain = ["auth/user-cancelled", AuthErrorCode.userMismatch.name]

  /// Refuses, before anybody is sent anywhere, what the library would refuse after it.
  private func check(_ provider: IdentityProvider, of session: SavedSession) throws(AuthFailure) {
    if purpose == .link, session.account.providers.contains(provider.id) {
      throw .providerAlreadyLinked(provider.id)
    }
    if purpose == .reauthenticate { try session.user.refuseUnlinked(provider.id) }
  }

  /// How the provider's credential is got: what was given says so, and else it is the person's browser, by way of the
  /// service.
  private func way(to provider: IdentityProvider) throws -> any ProviderWay {
    if tokens.isGiven {
      return CredentialAtHand(credential: try tokens.credential(for: provider, service.world.standardInput))
    }
    if let identity { return try ChosenIdentity(identity, at: provider, request, on: service) }
    let browser = secondFactor.appVerification.browser
    let own = OwnClientChoice(
      provider: provider, request: request, onAnotherMachine: onAnotherMachine, browser: browser,
      person: person, service: service)
    if let way = try own.way() { return way }
    return SignInThroughService(
      provider: provider, request: request, browser: browser, person: person, service: service,
      state: flow.state)
  }
}
