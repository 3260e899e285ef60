import AuthClient
import Flows
import PrivateFiles

/// The session that commands act as, and what flows work with.
final class SessionAccess {
  /// The session that the environment gives, where it gives one.
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

  /// What flows work with.
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

  /// The session that a variable gives; found once, as the server may have to be asked.
  func givenSession() throws -> ActiveSession? {
    if let foundGiven { return foundGiven }
    foundGiven = try given.find(asking: service)
    return foundGiven
  }

  /// Refuses what only changes which saved session is in use, where a variable says that.
  func refuseShadowed() throws(SessionShadowed) {
    if let variable = given.variable { throw SessionShadowed(by: variable.rawValue) }
  }

  /// The session that commands act as, as it was saved.
  ///
  /// One that the environment gives needs no state.
  func active() throws -> ActiveSession {
    try givenSession() ?? CurrentSession(try flow()).active()
  }

  /// As above, with an ID token that is good for `minimumLife` seconds more.
  func renewed(minimumLife: Double, force: Bool) throws -> ActiveSession {
    guard var given = try givenSession() else {
      return try CurrentSession(try flow()).renewed(minimumLife: minimumLife, force: force)
    }
    if force || !given.saved.tokens.isValid(at: world.now(), for: minimumLife) {
      let auth = try service.auth(user: given.saved.user)
      try auth.idToken(minimumLife: minimumLife, forcingRenewal: force)
      if let user = auth.currentUser { given.saved.user = user }
    }
    return given
  }

  /// Made once, since a push may come late.
  private func appVerifier(_ options: AppVerificationOptions) throws -> any AppVerifying {
    if let knownAppVerifier { return knownAppVerifier }
    let verifier = try AppVerifier(options, world, machineTime, state, at: service, of: person)
    knownAppVerifier = verifier
    return verifier
  }

  /// Closes what pushes come in by. A credential that no other write took along, of a message that was refused or of a
  /// late push, is kept.
  func close() {
    if let knownAppVerifier, knownAppVerifier.hasNews {
      // The next run can do without it.
      _ = try? state.store().update { state in knownAppVerifier.save(in: &state) }
    }
    knownAppVerifier = nil
  }
}
