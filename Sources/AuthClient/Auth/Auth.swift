import CurlTransport
package import Essentials
package import HTTP
import IdentityToolkit
import Synchronization

/// An app's connection to Firebase Authentication: who is signed in, and the calls that change it.
///
/// One client has one user at a time; a program that acts for several makes several. Calls are made one after the other, on
/// a thread of the client's own, so that none blocks the cooperative pool; ``currentUser`` and a token that is still good
/// are there at once. A call whose task is cancelled ends at once with ``AuthErrorCode/cancelled`` and signs nobody in,
/// though what it had sent may have had its effect.
public actor Auth {
  /// The project and the app, as they were given.
  public nonisolated let options: AuthOptions

  nonisolated let session: Session
  nonisolated let inbox = AppVerificationInbox()
  private nonisolated let sentCodes = SentCodes()
  nonisolated let now: @Sendable () -> Date
  private nonisolated let executor = BlockingExecutor()
  private nonisolated let state: Mutex<State>
  private nonisolated let transport: any HTTPTransport
  private nonisolated let currentCall: CurrentCall

  /// What may be set at any time, and counts from the next call on.
  struct State {
    var endpoint: Endpoint
    var tenantID: String?
    var languageCode: String?
    var customAuthDomain: String?
    var settings = AuthSettings()
    var apnsToken: APNSToken?
    /// The emulator's host and port cannot be an address.
    var isMisdirected = false
  }

  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// A client of Google's service, whose user is forgotten when the program ends.
  public init(_ options: AuthOptions) {
    self.init(options, session: Session(persistence: InMemoryPersistence()))
  }

  /// A client of Google's service.
  /// - Parameters:
  ///   - apiKey: The project's web API key.
  ///   - projectID: The project's id, `my-project-1234`.
  public init(apiKey: String, projectID: String) {
    self.init(AuthOptions(apiKey: apiKey, projectID: projectID))
  }

  /// A client of Google's service, with the user that `persistence` kept.
  ///
  /// A session that was kept for another project, or at an emulator, is left alone until the next sign-in. `persistence` is
  /// read here, which may block for as long as that takes.
  /// - Throws: ``AuthErrorCode/persistenceError`` where the session cannot be read. What is kept stays as it is.
  public init(_ options: AuthOptions, persistence: any UserPersistence) throws(AuthError) {
    self.init(options, session: try Session(loading: persistence))
  }

  /// A client of the server that `transport` leads to.
  package init(
    _ options: AuthOptions, persistence: any UserPersistence = InMemoryPersistence(),
    transport: any HTTPTransport, endpoint: Endpoint, now: @escaping @Sendable () -> Date
  ) throws(AuthError) {
    self.init(
      options, session: try Session(loading: persistence), transport: transport, endpoint: endpoint, now: now)
  }

  private init(_ options: AuthOptions, session: Session) {
    let currentCall = CurrentCall()
    self.init(
      options, session: session, transport: CurlTransport(.init(options, currentCall)), endpoint: .production,
      now: { Date() }, currentCall: currentCall)
  }

  private init(
    _ options: AuthOptions, session: Session, transport: any HTTPTransport, endpoint: Endpoint,
    now: @escaping @Sendable () -> Date, currentCall: CurrentCall = CurrentCall()
  ) {
    self.options = options
    self.session = session
    self.now = now
    self.currentCall = currentCall
    self.transport = InterruptibleTransport(transport: transport, call: currentCall)
    state = Mutex(State(endpoint: endpoint))
    session.bind(to: binding(of: State(endpoint: endpoint)), of: self)
  }

  /// The signed-in user; nil where nobody is.
  ///
  /// It is the same object for as long as the user stays signed in and the object is held.
  public nonisolated var currentUser: User? { session.currentUser(of: self) }

  /// Talks to an emulator, Firebase's own or `usher serve`, over plain HTTP.
  ///
  /// To be called before the first call. A user that was kept for another place is not signed in here.
  /// - Parameters:
  ///   - host: A name or an address, `127.0.0.1`, without a scheme. With what is neither, calls fail with
  ///     ``AuthErrorCode/invalidArgument``.
  ///   - port: Firebase's emulator listens on 9099.
  public nonisolated func useEmulator(withHost host: String, port: Int) {
    let host = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    let origin = Origin("http://\(host):\(port)")
    change { state in
      state.isMisdirected = origin == nil
      state.endpoint = .emulator(origin: origin?.description ?? "")
    }
  }

  /// Who answers this client.
  package nonisolated var endpoint: Endpoint { state.withLock { $0.endpoint } }

  /// The tenant that users are signed in to; nil is the project itself.
  ///
  /// A user of another tenant stops being the current one.
  public nonisolated var tenantID: String? {
    get { state.withLock { $0.tenantID } }
    set { change { $0.tenantID = newValue } }
  }

  private nonisolated func change(_ change: (inout State) -> Void) {
    state.withLock { state in
      change(&state)
      session.bind(to: binding(of: state), of: self)
    }
  }

  private nonisolated func binding(of state: State) -> SessionBinding {
    SessionBinding(project: options.projectID, tenant: state.tenantID, endpoint: state.endpoint)
  }

  /// The language of messages and pages, a BCP 47 tag such as `de` or `pt-BR`; nil is the project's.
  public nonisolated var languageCode: String? {
    get { state.withLock { $0.languageCode } }
    set { state.withLock { $0.languageCode = newValue } }
  }

  /// Sets ``languageCode`` to the language of the program's environment: `LC_ALL`, `LC_MESSAGES` or `LANG`.
  public nonisolated func useAppLanguage() {
    languageCode = EnvironmentLanguage.tag
  }

  /// The domain of the project's hosted pages, where it is not one of Firebase's; it must be an authorized one.
  public nonisolated var customAuthDomain: String? {
    get { state.withLock { $0.customAuthDomain } }
    set { state.withLock { $0.customAuthDomain = newValue } }
  }

  /// How this client behaves.
  public nonisolated var settings: AuthSettings {
    get { state.withLock { $0.settings } }
    set { state.withLock { $0.settings = newValue } }
  }

  nonisolated func set(_ token: APNSToken) {
    state.withLock { $0.apnsToken = token }
  }

  /// Signs the user out of this client, and forgets what is kept of the session.
  ///
  /// The service has no sign-out: ID tokens stay good until they expire, in an hour at the most.
  /// - Throws: ``AuthErrorCode/persistenceError``; the user then stays signed in.
  public nonisolated func signOut() async throws(AuthError) {
    try await perform(isSignOut: true) { core in core.signOut() }
  }
}

extension Auth {
  /// Has the blocking core do `call` on this actor's thread, keeps what it changed, and gives its answer.
  ///
  /// - Parameters:
  ///   - user: Who has to be signed in; nil does not care.
  ///   - binding: Where the client has to be, for a call that shows a secret from there; nil does not care.
  ///   - isChange: Whether what the service answers must not be lost, as the user's tokens from before may be worthless
  ///     then: a request that has gone out is waited for, if not by the caller.
  ///   - isSignOut: Whether the session is meant to end.
  @discardableResult
  nonisolated func perform<Answer: Sendable>(
    as user: User? = nil, at binding: SessionBinding? = nil, isChange: Bool? = nil, isSignOut: Bool = false,
    recaptcha: AnsweredRecaptcha? = nil,
    _ call: @escaping @Sendable (BlockingAuth) throws(AuthFailure) -> Answer
  ) async throws(AuthError) -> CallResult<Answer> {
    let setting = CallOptions(
      generation: user?.generation, binding: binding, isChange: isChange ?? (user != nil),
      isSignOut: isSignOut, recaptcha: recaptcha)
    let pending = PendingCall<CallResult<Answer>>()
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard pending.begin(continuation) else { return }
        Task { await self.run(call, for: pending, setting) }
      }
    } onCancel: {
      pending.cancel()
    }
    return try outcome.get()
  }

  private func run<Answer: Sendable>(
    _ call: @Sendable (BlockingAuth) throws(AuthFailure) -> Answer,
    for pending: PendingCall<CallResult<Answer>>, _ setting: CallOptions
  ) {
    if pending.isInterrupted { return }
    currentCall.replace(with: setting.isChange ? nil : pending)
    defer { currentCall.replace(with: nil) }
    // Read once: tokens must not go where another thread sends the client meanwhile.
    let state = state.withLock { $0 }
    let before = session.snapshot(for: binding(of: state))
    let core = core(state, before, setting, pending)
    let answer: Result<Answer, AuthError>
    do throws(AuthFailure) {
      if state.isMisdirected { throw .malformedRequest }
      if let generation = setting.generation, generation != before.generation { throw .noCurrentUser }
      if let binding = setting.binding, binding != before.binding {
        throw .unusable(.invalidMultiFactorSession)
      }
      answer = .success(try call(core))
    } catch {
      answer = .failure(AuthError(error))
    }
    let isWanted = pending.settle()
    let change = session.replace(
      before, renewedAs: core.renewedUser, with: core.currentUser, isWanted: isWanted,
      isSignOut: setting.isSignOut, of: self)
    guard isWanted else { return }
    switch (answer, change.problem) {
    case (.failure(let error), _), (.success, let error?): pending.answer(.failure(error))
    case (.success(let answer), nil):
      pending.answer(.success(CallResult(answer: answer, user: change.user)))
    }
  }

  private func core(
    _ state: State, _ before: Session.Snapshot, _ setting: CallOptions, _ call: any InterruptibleWait
  ) -> BlockingAuth {
    let backend = Backend(
      endpoint: state.endpoint, apiKey: options.apiKey, project: options.projectID, tenant: state.tenantID,
      languageCode: state.languageCode, identity: options.identity, transport: transport,
      pause: { tries in
        // A little more each time; two programs that began together go on apart.
        Pause.wait(.milliseconds(Int.random(in: 100...300) * (tries == 1 ? 1 : 3)), for: call)
      })
    let store = before.binding.map { Session.Store(session: session, binding: $0) }
    let core = BlockingAuth(backend: backend, currentUser: before.record, store: store, now: now)
    // By the real clock: a clock that stands still would have a push waited for without an end.
    let verification = AppVerification(inbox: inbox, now: { Date() }) { () throws(AuthFailure) in
      Pause.wait(.milliseconds(50), for: call)
      if call.isInterrupted { throw .network(.interrupted) }
    }
    verification.isAppVerificationDisabledForTesting = state.settings.isAppVerificationDisabledForTesting
    verification.presenter = setting.recaptcha
    if let token = state.apnsToken { verification.setAPNSToken(token.bytes, type: token.kind) }
    core.appVerification = verification
    core.sentCodes = sentCodes
    return core
  }
}

/// Without what may be secret in it, also where it is dumped.
extension Auth: CustomStringConvertible, CustomReflectable {
  public nonisolated var description: String { "an auth client of the project \(options.projectID)" }

  public nonisolated var customMirror: Mirror { Mirror(self, children: []) }
}

extension CurlTransport.Configuration {
  fileprivate init(_ options: AuthOptions, _ call: CurrentCall) {
    self.init()
    requestDeadline = options.requestTimeout
    connectDeadline = options.connectTimeout
    proxy = options.proxy
    if let path = options.certificateAuthorities { trust = .file(path) }
    isInterrupted = { call.isInterrupted }
  }
}
