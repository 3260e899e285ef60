import AuthClient
import CommandKit
import Essentials
import Flows
import PrivateFiles

// This run's part of the state, and the session that it acts as.

extension Context {
  /// Where this run's state is. Nothing is opened yet.
  func stateFile() throws -> StateFile {
    let folder = try StateLocation(environment: environment.variables).folder
    return StateFile(
      folder: folder,
      wait: LockWait(
        limit: machineTime.left, isWanted: { [interruption] in interruption() == nil },
        pause: { [machineTime, pause] duration in
          machineTime.spend(duration)
          pause(duration)
        }), reading: stateReading)
  }

  func store() throws -> StateStore {
    StateStore(file: try stateFile(), isKept: keepsState)
  }

  /// Whether anything may be written to the disk.
  var keepsState: Bool { !options.noStore }

  /// The state as it is now.
  func savedState() throws -> SavedState { try store().read() }

  /// Changes the state, for a command that does nothing else; `--no-store` would leave it nothing to do.
  func updateState<Result>(_ change: (inout SavedState) throws -> Result) throws -> Result {
    guard let result = try store().update(change) else {
      throw UsageError.misuse("--no-store does not go with a command that only changes what is stored")
    }
    return result
  }

  /// The binding of this run's destination.
  func binding() throws -> Binding { try destination().binding }

  /// The session that commands act as: `--as`, the environment's, the chosen one, `default`.
  func sessionKey(in state: SavedState) throws -> SessionKey {
    let binding = try binding()
    let name =
      options.session ?? environment["USHER_SESSION"] ?? state[binding].currentSession
      ?? SessionKey.defaultName
    return binding.session(try SessionName.check(name))
  }

  /// Refuses what only changes which saved session is in use, where a variable says that.
  func refuseShadowedSession() throws(SessionShadowed) {
    if let variable = GivenSession(self).variable { throw SessionShadowed(by: variable.rawValue) }
  }

  /// What flows work with.
  func flow() throws -> FlowSession {
    FlowSession(
      key: try sessionKey(in: try savedState()),
      isNamed: options.session != nil || environment["USHER_SESSION"] != nil, backend: backend,
      state: try store(), now: now, givenBy: GivenSession(self).variable?.rawValue, given: givenSession,
      appVerifier: appVerifier)
  }

  /// The session that commands act as, as it was saved.
  ///
  /// One that the environment gives needs no state.
  func activeSession() throws -> ActiveSession {
    try givenSession() ?? CurrentSession(try flow()).active()
  }

  /// As above, with an ID token that is good for `minimumLife` seconds more.
  func renewedSession(minimumLife: Double, force: Bool) throws -> ActiveSession {
    guard var given = try givenSession() else {
      return try CurrentSession(try flow()).renewed(minimumLife: minimumLife, force: force)
    }
    if force || !given.saved.tokens.isValid(at: now(), for: minimumLife) {
      let auth = try auth(user: given.saved.user)
      try auth.idToken(minimumLife: minimumLife, forcingRenewal: force)
      if let user = auth.currentUser { given.saved.user = user }
    }
    return given
  }
}
