package import Crypto
package import Essentials
package import HTTP
import IdentityToolkit
import LibC
import Synchronization

/// The local server: Google's Identity Toolkit and Secure Token services, as far as they are implemented here.
///
/// It includes the additions of Firebase's emulator and of this project.
package final class IdentityToolkitServer: HTTPHandler {
  /// The project of client calls.
  ///
  /// Owner calls can name other projects, and an API key that is a project's ID chooses this project.
  package let project: String
  /// What the server knows of the Functions emulator.
  package var link: FunctionsLink { parts.link }
  private let parts: ServerParts
  private let ownerToken: String?
  /// Whether to look for routes in a table.
  private let usesTable = Atomic(false)

  /// - Parameters:
  ///   - projectPolicies: The policies of projects that have one of their own, by their IDs.
  ///   - random: The source of IDs, codes and tokens.
  ///   - ownerToken: The token that administrators must send. Nil means `owner`, as in Firebase's emulator, and leaves
  ///     the routes for this machine open. Use nil for loopback only.
  ///   - push: Sends pushes to the devices of apps. Without it, apps must pass reCAPTCHA.
  ///   - functions: Creates the transport to a project's blocking functions, within the limits of the policy. It must
  ///     not follow redirects. Without it, functions count as unreachable.
  ///   - identityProviders: Creates the transport to a project's identity providers. It must not follow redirects.
  ///     Without it, providers count as unreachable.
  ///   - events: Where and how functions are told of new and deleted accounts. Without it, they are told nothing.
  ///   - announce: Called for each message that is "sent".
  ///   - notice: Called once for each notice. For foreign projects, only the first one is reported.
  ///   - pause: Waits if a test asked for a late answer.
  ///   - trustsNetwork: Whether everybody who reaches the server counts as the owner. Its functions' answers are then
  ///     not secret from them.
  ///   - scheme: The scheme of the addresses of its own pages.
  ///   - version: The version of this program, for `/`.
  ///   - catalog: Returns the translations of a page, from the `Accept-Language` of the browser that asks for it.
  ///   - newSigningKeys: Keys for a database that has none yet. Nil creates each key when it is needed.
  package init(
    store: Store, project: String, policy: Policy, projectPolicies: [String: Policy] = [:],
    clock: @escaping @Sendable () -> Date,
    random: @escaping RandomSource, ownerToken: String? = nil,
    push: (any PushDelivery)? = nil, functions: (@Sendable (Policy) -> any HTTPTransport)? = nil,
    identityProviders: (@Sendable () -> any HTTPTransport)? = nil,
    events: FunctionsSettings? = nil, announce: (@Sendable (SentMessage) -> Void)? = nil,
    notice: (@Sendable (ServerNotice) -> Void)? = nil, pause: @escaping @Sendable (Duration) -> Void,
    trustsNetwork: Bool = false, scheme: String = "http", version: String,
    catalog: @escaping @Sendable (_ accepted: String?) -> Catalog = { _ in .english },
    newSigningKeys: SharedSigningKeys? = nil
  ) {
    self.project = project
    self.ownerToken = ownerToken
    let rehearsal = Rehearsal(store: store)
    let notices = ServerNotices(notice)
    parts = ServerParts(
      project: project, store: store, policy: policy, projectPolicies: projectPolicies,
      clock: MovableClock(machine: clock, store: store, rehearsal: rehearsal),
      random: RandomValues(bytes: random), push: push, functions: functions,
      identityProviders: identityProviders, announce: announce, notices: notices,
      link: FunctionsLink(
        of: project, settings: events, store: store, kept: policy.eventsKept, clock: clock, notices: notices),
      faults: FaultPlan(
        store: store, rehearsal: rehearsal, methods: { Route.clientProcedures }, pause: pause),
      trustsNetwork: trustsNetwork, scheme: scheme, version: version, catalog: catalog,
      newSigningKeys: newSigningKeys)
  }

  /// Does slow work in advance, so the first request does not wait for it.
  package func prepare() throws {
    _ = Router.Table.all
    usesTable.store(true, ordering: .relaxed)
    try parts.issuer.prepare()
  }

  /// Prepares the database file for copying, when no more requests come.
  package func finish() throws {
    try parts.store.emptyLog()
  }

  /// Returns the path of the route for `request`, or nil if there is none.
  ///
  /// The path has the names of its IDs in braces.
  package func pathTemplate(of request: HTTPRequest) -> String? {
    route(request.path, request.method)?.template
  }

  private func route(_ path: String, _ method: HTTPMethod) -> Router.Match? {
    Router.match(path, method, in: usesTable.load(ordering: .relaxed) ? .all : nil)
  }

  package func respond(to request: HTTPRequest) throws(StorageFailure) -> HTTPResponse {
    let match = route(request.path, request.method == .head ? .get : request.method)
    let origin = WebOrigin(request)
    var response: HTTPResponse
    var isRefusedPage = false
    var project = match?.project ?? project
    do {
      response = try answer(request, match: match, origin: origin, about: &project)
    } catch let error as ServerError {
      isRefusedPage = error == .otherSite
      response =
        parts.rules(of: project).policy.dialect.refusesAsService
        ? .serviceRefusal(error, of: request.path) : .refusal(error)
    } catch let failure as StorageFailure {
      throw failure
    } catch CryptoError.noRandomBytes(let errno) {
      throw .failed(path: "the system's source of random bytes", reason: String(cString: strerror(errno)))
    } catch {
      // This is libcrypto, for example without memory.
      response = .refusal(.brokenServer("\(error)"))
    }
    // A page that is refused because of its origin may still read the error.
    if let match, match.audience.isReadable(from: origin) || isRefusedPage { origin.allowReading(&response) }
    return response
  }

  /// Uploads of accounts by administrators may be large.
  ///
  /// Other requests must not fill the memory.
  package func bodyLimit(for head: HTTPRequest) -> Int? {
    guard let now = try? parts.clock.now, let caller = try? caller(of: head, at: now), caller != .client,
      !WebOrigin(head).isForeign
    else { return nil }
    guard let match = route(head.path, head.method), match.otherMethods.isEmpty else { return nil }
    return match.route.bodyLimit
  }

  /// - Parameter project: The project of the call, as far as it is known when this throws.
  private func answer(
    _ request: HTTPRequest, match: Router.Match?, origin: WebOrigin, about project: inout String
  ) throws -> HTTPResponse {
    guard let match else { throw ServerError.unknownPath }
    if match.audience.isOfThisSite, origin.isForeign { throw ServerError.otherSite }
    if request.method == .options, match.audience.isReadable(from: origin) {
      return origin.preflight(for: request, methods: match.otherMethods)
    }
    guard match.otherMethods.isEmpty else { throw ServerError.wrongMethod }
    let route = match.route
    let now = try parts.clock.now
    var call = Call(
      parts: parts, request: request, project: project, tenant: match.tenant,
      caller: try caller(of: request, at: now), now: now)
    // The owner's token is a well-known word here. Pages of other sites must not use it.
    if call.isAdministrator, origin.isForeign { throw ServerError.otherSite }
    if match.project == nil { try turnToProject(ofCallerOn: route.audience, &call) }
    try admit(call, to: route)
    if match.project == nil, let target = TargetProject.id(in: request) {
      guard call.isAdministrator else { throw ServerError.foreignProject }
      try call.turn(to: ProjectName(project: TargetProject.checked(target)))
    }
    project = call.project
    try call.refuseOtherProject()
    call.permissions = try AdministratorCheck(call: call, route: route).permissions()
    if route.needsInitializedProject {
      try call.refuseUninitialized(changesConfig: route.rpc == UpdateProjectConfig.route)
    }
    if route.audience == .clients, !call.isAdministrator { try checkApp(of: call) }
    if route.audience == .clients, let procedure = route.procedure {
      try parts.faults.meetOrRefuse(procedure, in: call.project)
    }
    let response = try route.answer(call)
    // If two parts of a setup name different projects, they do not see each other's data, but nothing fails.
    if let named = match.project, named != self.project, !parts.hasPolicy(for: named) {
      parts.notices.tell(.foreignProject(named))
    }
    return response
  }

  /// Makes a call about the project of its access token, or about the one that a client's API key names.
  private func turnToProject(ofCallerOn audience: Audience, _ call: inout Call) throws {
    switch call.caller {
    case .client: break
    case .owner: return
    case .principal(let token): return try call.turn(to: ProjectName(project: token.project))
    }
    let key: String?
    switch audience {
    case .clients: key = call.apiKey
    case .mailReaders, .browsers: key = call.request.queryValue("apiKey")
    case .everyone, .owner, .thisMachine: return
    }
    guard let project = try call.project(ofKey: key) else { return }
    try call.turn(to: ProjectName(project: project))
  }

  private func admit(_ call: Call, to route: Route) throws {
    let isAdministrator = call.isAdministrator
    switch route.audience {
    case .everyone, .mailReaders: return
    case .clients:
      if !isAdministrator { try admit(key: call.apiKey, of: call) }
    case .owner:
      guard !isAdministrator else { return }
      guard call.dialect.tellsUnregisteredCallers else { throw ServerError.missingAuthentication }
      guard call.apiKey?.nonEmpty != nil else { throw ServerError.unregisteredCaller }
      // An API key identifies the client's project, but the request does not name one.
      throw route.rpc == CreateSessionCookie.route ? ServerError.unsupportedKey : .foreignProject
    case .browsers, .thisMachine:
      // A server with a real owner token can be reached from other machines.
      guard call.caller != .owner, ownerToken != nil else { return }
      throw isAdministrator ? ServerError.missingPermission : .missingAuthentication
    }
  }

  /// Refuses or reports a client's call without a valid App Check token, as the policy says.
  private func checkApp(of call: Call) throws {
    guard call.policy.appCheck != .off,
      try !AppCheckToken.isValid(call.request.headers["X-Firebase-AppCheck"], for: call)
    else { return }
    guard call.policy.appCheck == .unenforced else { throw ServerError.invalidAppCheckToken }
    parts.notices.tell(.unverifiedApp)
  }

  private func admit(key: String?, of call: Call) throws {
    guard let key, !key.isEmpty
    else { throw call.dialect.tellsUnregisteredCallers ? ServerError.unregisteredCaller : .missingKey }
    guard !call.policy.anyAPIKey else { return }
    guard try call.projectSettings().apiKey?.hasBytes(of: key) == true else { throw ServerError.wrongKey }
  }

  /// Returns the caller, according to the token in the request.
  ///
  /// A wrong token is refused even if none is needed.
  private func caller(of request: HTTPRequest, at now: Date) throws -> Caller {
    guard let header = request.headers["Authorization"] else { return .client }
    let words = header.split(separator: " ", maxSplits: 1)
    guard words.count == 2, String(words[0]).hasBytes(ofAnyCase: "bearer") else { return .client }
    let token = String(words[1])
    let isOwners =
      ownerToken.map { ConstantTime.equal($0, token) }
      // Tools that ask Google for a token first send that one.
      ?? (token.hasBytes(ofAnyCase: "owner") || token.hasPrefix("ya29."))
    if isOwners { return .owner }
    return .principal(
      try AccessToken(token, signedBy: parts.issuer, at: now, skew: Policy.clockSkew))
  }
}
