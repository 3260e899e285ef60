import CurlTransport
package import Essentials
package import HTTP
import IdentityToolkit
import Synchronization

/// A client of Firebase Authentication: the signed-in user, and the calls that sign users in and out.
///
/// A client has one user at a time. A program that acts for several users creates several clients.
///
/// Calls run one after the other, on the client's own thread, and do not block Swift's cooperative threads.
/// ``currentUser`` and a valid ID token need no call.
///
/// If you cancel a task, its call ends at once with ``AuthErrorCode/cancelled`` and signs nobody in. A request that was
/// already sent may still have its effect.
public actor Auth {
  /// The options that the client was created with.
  public nonisolated let options: AuthOptions

  nonisolated let session: Session
  nonisolated let inbox = AppVerificationInbox()
  private nonisolated let sentCodes = SentCodes()
  nonisolated let now: @Sendable () -> Date
  private nonisolated let executor = BlockingExecutor()
  private nonisolated let state: Mutex<State>
  private nonisolated let transport: any HTTPTransport
  private nonisolated let currentCall: CurrentCall
  /// Returns the address of the server in this process; nil if it does not listen.
  private nonisolated let embeddedOrigin: @Sendable () -> String?

  /// The settings that a program can change at any time. A change takes effect with the next call.
  struct State {
    var endpoint: Endpoint
    var tenantID: String?
    var languageCode: String?
    var customAuthDomain: String?
    var settings = AuthSettings()
    var apnsToken: APNSToken?
    var uiDelegate: (any AuthUIDelegate)?
    /// Whether `useEmulator` got a host and port that are not a valid address.
    var isMisdirected = false
  }

  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Creates a client of Google's service that keeps the user in memory.
  public init(_ options: AuthOptions) {
    self.init(options, session: Session(persistence: InMemoryPersistence()))
  }

  /// Creates a client of Google's service that keeps the user in memory.
  /// - Parameters:
  ///   - apiKey: The project's web API key.
  ///   - projectID: The project's ID, for example `my-project-1234`.
  public init(apiKey: String, projectID: String) {
    self.init(AuthOptions(apiKey: apiKey, projectID: projectID))
  }

  /// Creates a client of Google's service with the user that `persistence` kept.
  ///
  /// The initializer reads `persistence`, which may block. The client does not use a session of another project or of
  /// an emulator, and keeps it until the next sign-in.
  /// - Throws: ``AuthErrorCode/persistenceError`` if the session cannot be read. The kept data stays as it is.
  public init(_ options: AuthOptions, persistence: any UserPersistence) throws(AuthError) {
    self.init(options, session: try Session(loading: persistence))
  }

  /// Creates a client of the server at `endpoint`, which `transport` reaches.
  /// - Parameter embeddedOrigin: Returns the address of the server in this process; nil if it does not listen.
  package init(
    _ options: AuthOptions, persistence: any UserPersistence = InMemoryPersistence(),
    transport: any HTTPTransport, endpoint: Endpoint, now: @escaping @Sendable () -> Date,
    embeddedOrigin: @escaping @Sendable () -> String? = { nil }
  ) throws(AuthError) {
    self.init(
      options, session: try Session(loading: persistence), transport: transport, endpoint: endpoint, now: now,
      embeddedOrigin: embeddedOrigin)
  }

  private init(_ options: AuthOptions, session: Session) {
    let currentCall = CurrentCall()
    self.init(
      options, session: session, transport: CurlTransport(.init(options, currentCall)), endpoint: .production,
      now: { Date() }, currentCall: currentCall)
  }

  private init(
    _ options: AuthOptions, session: Session, transport: any HTTPTransport, endpoint: Endpoint,
    now: @escaping @Sendable () -> Date, currentCall: CurrentCall = CurrentCall(),
    embeddedOrigin: @escaping @Sendable () -> String? = { nil }
  ) {
    self.embeddedOrigin = embeddedOrigin
    self.options = options
    self.session = session
    self.now = now
    self.currentCall = currentCall
    self.transport = InterruptibleTransport(transport: transport, call: currentCall)
    state = Mutex(State(endpoint: endpoint))
    session.bind(to: binding(of: State(endpoint: endpoint)), of: self)
  }

  /// The signed-in user; nil if nobody is signed in.
  ///
  /// It is the same object as long as the user stays signed in and your program holds the object.
  public nonisolated var currentUser: User? { session.currentUser(of: self) }

  /// Connects to an emulator, Firebase's own or `usher serve`, over plain HTTP.
  ///
  /// Call it before the first call. A user whose session belongs to another server is not signed in here.
  /// - Parameters:
  ///   - host: A name or an IP address, for example `127.0.0.1`, without a scheme. If it is neither, calls throw
  ///     ``AuthErrorCode/invalidArgument``.
  ///   - port: The port. Firebase's emulator listens on 9099.
  public nonisolated func useEmulator(withHost host: String, port: Int) {
    let host = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    let origin = Origin("http://\(host):\(port)")
    change { state in
      state.isMisdirected = origin == nil
      state.endpoint = .emulator(origin: origin?.description ?? "")
    }
  }

  /// The server that this client calls.
  package nonisolated var endpoint: Endpoint { state.withLock { $0.endpoint } }

  /// The address where a browser reaches a local server; nil for Google's service, and if the server does not listen.
  package nonisolated var browserOrigin: String? {
    switch endpoint {
    case .production: nil
    case .emulator(let origin): origin
    case .embedded: embeddedOrigin()
    }
  }

  /// The tenant that users sign in to; nil for the project itself.
  ///
  /// If you change it, a user of another tenant is no longer the current user.
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

  /// The language of messages and pages, a BCP 47 tag such as `de` or `pt-BR`; nil for the project's language.
  public nonisolated var languageCode: String? {
    get { state.withLock { $0.languageCode } }
    set { state.withLock { $0.languageCode = newValue } }
  }

  /// Sets ``languageCode`` to the language of the program's environment: `LC_ALL`, `LC_MESSAGES` or `LANG`.
  public nonisolated func useAppLanguage() {
    languageCode = EnvironmentLanguage.tag
  }

  /// The domain of the project's hosted pages; nil for the domain on `firebaseapp.com`.
  ///
  /// It must be one of the project's authorized domains.
  public nonisolated var customAuthDomain: String? {
    get { state.withLock { $0.customAuthDomain } }
    set { state.withLock { $0.customAuthDomain = newValue } }
  }

  /// The delegate that shows reCAPTCHA for calls without one of their own; nil for none.
  ///
  /// A project can require reCAPTCHA Enterprise for sign-in and sign-up with a password, for sign-in links and for
  /// mails that reset a password. Apple's SDK then uses the reCAPTCHA SDK. The client keeps the delegate. If the delegate keeps the client, too, as those of this
  /// package do, set this to nil when you no longer need the client.
  public nonisolated var uiDelegate: (any AuthUIDelegate)? {
    get { state.withLock { $0.uiDelegate } }
    set { state.withLock { $0.uiDelegate = newValue } }
  }

  /// The client's settings.
  public nonisolated var settings: AuthSettings {
    get { state.withLock { $0.settings } }
    set { state.withLock { $0.settings = newValue } }
  }

  nonisolated func set(_ token: APNSToken) {
    state.withLock { $0.apnsToken = token }
  }

  /// Signs the user out of this client and deletes the kept session.
  ///
  /// The service has no sign-out. ID tokens stay valid until they expire, after at most one hour.
  /// - Throws: ``AuthErrorCode/persistenceError`` if the kept session cannot be deleted. The user then stays signed in.
  public nonisolated func signOut() async throws(AuthError) {
    try await perform(isSignOut: true) { core in core.signOut() }
  }

  /// Makes the user of another client, or an earlier user of this one, the current user.
  ///
  /// The client makes its own ``currentUser`` of the session. The other client keeps its user.
  /// - Throws: ``AuthErrorCode/nullUser`` for nil. ``AuthErrorCode/tenantIDMismatch`` for a user of another tenant.
  ///   ``AuthErrorCode/invalidUserToken`` for a user of another project or server.
  public nonisolated func updateCurrentUser(_ user: User?) async throws(AuthError) {
    guard let user else { throw AuthError(.nullUser) }
    guard user.tenantID == tenantID else { throw AuthError(.tenantIDMismatch) }
    guard let binding = user.binding, binding == session.snapshot.binding else {
      throw AuthError(.invalidUserToken, message: "the user is another project's or server's")
    }
    let record = user.record
    try await perform(at: binding) { core in core.replaceCurrentUser(record) }
  }
}

extension Auth {
  /// Runs `call` on the actor's thread, keeps the changes to the session, and returns the answer.
  ///
  /// - Parameters:
  ///   - user: The user who must be signed in; nil for any user.
  ///   - binding: The server, project and tenant that the client must use; nil for any. Calls that send a secret need
  ///     it.
  ///   - isChange: Whether the answer must not be lost, because a change can make the user's old tokens invalid. Then a
  ///     request that was sent is not interrupted, even if the caller no longer waits.
  ///   - isSignOut: Whether the call ends the session on purpose.
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
    // The state is read once. Another thread may change it, and tokens must not go to another server.
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
        // The pause grows with each try. The random part keeps two programs from trying at the same moments.
        Pause.wait(.milliseconds(Int.random(in: 100...300) * (tries == 1 ? 1 : 3)), for: call)
      })
    let store = before.binding.map { Session.Store(session: session, binding: $0) }
    let core = BlockingAuth(backend: backend, currentUser: before.record, store: store, now: now)
    // The real clock, because with a test clock that stands still the wait for a push would never end.
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

/// Keeps secrets out of `print` and `dump`.
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
