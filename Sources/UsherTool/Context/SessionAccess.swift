import AuthClient
import Flows
import PrivateFiles

/// Access to the session that commands use, and to the data that flows need.
final class SessionAccess {
  /// The session from the environment, if there is one.
  let given: GivenSession
  private let world: World
  private let machineTime: MachineTime
  private let state: StateAccess
  private let service: Service
  private let person: Person
  private var foundGiven: ActiveSession?
  private var knownAppVerifier: AppVerifier?

  init(
    _ world: World, _ settings: RunSettings, _ machineTime: MachineTime, _ state: StateAccess,
    at service: Service, of person: Person
  ) {
    self.world = world
    self.machineTime = machineTime
    self.state = state
    self.service = service
    self.person = person
    given = GivenSession(settings, at: service.place)
  }

  /// Returns the data that flows need.
  /// - Parameter appVerification: How the app is verified before an SMS.
  func flow(verifying appVerification: AppVerificationOptions = AppVerificationOptions()) throws
    -> FlowSession
  {
    let place = service.place
    return FlowSession(
      key: try place.sessionKey(in: try state.read()), isNamed: place.namedSession != nil,
      backend: service.backend, state: try state.store(), now: world.now, givenBy: given.variable?.rawValue,
      given: givenSession, appVerifier: { try self.appVerifier(appVerification) })
  }

  /// Returns the session from an environment variable.
  ///
  /// It is kept, because finding it may need a request.
  func givenSession() throws -> ActiveSession? {
    if let foundGiven { return foundGiven }
    foundGiven = try given.find(asking: service)
    return foundGiven
  }

  /// Refuses to change which saved session is in use if a variable selects the session.
  func refuseShadowed() throws(SessionShadowed) {
    if let variable = given.variable { throw SessionShadowed(by: variable.rawValue) }
  }

  /// Returns the session in use, without renewing it.
  ///
  /// A session from the environment needs no saved state.
  func active() throws -> ActiveSession {
    try givenSession() ?? flow().active()
  }

  /// Returns the session in use, with an ID token that stays valid for at least `minimumLife` seconds.
  func renewed(minimumLife: Double, force: Bool) throws -> ActiveSession {
    guard var given = try givenSession() else {
      return try flow().renewed(minimumLife: minimumLife, force: force)
    }
    if force || !given.saved.tokens.isValid(at: world.now(), for: minimumLife) {
      let auth = try service.auth(user: given.saved.user)
      try auth.idToken(minimumLife: minimumLife, forcingRenewal: force)
      if let user = auth.currentUser { given.saved.user = user }
    }
    return given
  }

  /// Returns the one verifier of this run, because a push may arrive late.
  private func appVerifier(_ options: AppVerificationOptions) throws -> any AppVerifying {
    if let knownAppVerifier { return knownAppVerifier }
    let verifier = try AppVerifier(options, world, machineTime, state, at: service, of: person)
    knownAppVerifier = verifier
    return verifier
  }

  /// Stops receiving pushes.
  ///
  /// Saves the verifier's new credential if no other write did, for example after a refused message or a late push.
  func close() {
    if let knownAppVerifier, knownAppVerifier.hasNews {
      // Ignore errors: the next run works without it.
      _ = try? state.store().update { state in knownAppVerifier.save(in: &state) }
    }
    knownAppVerifier = nil
  }
}
