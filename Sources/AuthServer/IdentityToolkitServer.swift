package import Crypto
package import Essentials
package import HTTP
import IdentityToolkit
import LibC

/// The local server: Google's Identity Toolkit and Secure Token services, as far as they are built here, with
/// the additions of Firebase's emulator and of this project.
package final class IdentityToolkitServer: HTTPHandler {
  /// The project that client calls belong to; the others are reached by naming them.
  package let project: String
  package let policy: Policy
  private let parts: ServerParts
  private let ownerToken: String?

  /// - Parameters:
  ///   - random: where ids, codes and tokens come from.
  ///   - ownerToken: what administrators must show. Nil takes `owner`, as Firebase's emulator does, and leaves
  ///     the routes for this machine open; that is for loopback only.
  ///   - push: reaches the devices of apps; without it, apps have to pass reCAPTCHA.
  ///   - functions: makes what reaches the functions that a project asks before sign-ins, as far as the policy
  ///     allows; it follows no redirects. Without it they count as out of reach.
  ///   - identityProviders: makes what reaches the identity providers that a project names; it follows no redirects.
  ///     Without it they count as out of reach.
  ///   - announce: told of each message that is "sent".
  ///   - notice: told of each notice once, of foreign projects the first.
  ///   - pause: waits, where a test asked for a late answer.
  ///   - trustsNetwork: Whether everybody who reaches the server is the owner, so that what its functions answer is
  ///     no secret of theirs.
  ///   - scheme: what the addresses of its own pages begin with.
  ///   - version: of this program, for `/`.
  ///   - newSigningKeys: sign the tokens of a database that has no keys yet; nil makes each when it is needed.
  package init(
    store: Store, project: String, policy: Policy, clock: @escaping @Sendable () -> Date,
    random: @escaping RandomSource, ownerToken: String? = nil,
    push: (any PushDelivery)? = nil, functions: (@Sendable (Policy) -> any HTTPTransport)? = nil,
    identityProviders: (@Sendable () -> any HTTPTransport)? = nil,
    announce: (@Sendable (SentMessage) -> Void)? = nil,
    notice: (@Sendable (ServerNotice) -> Void)? = nil, pause: @escaping @Sendable (Duration) -> Void,
    trustsNetwork: Bool = false, scheme: String = "http", version: String,
    newSigningKeys: SharedSigningKeys? = nil
  ) {
    self.project = project
    self.policy = policy
    self.ownerToken = ownerToken
    let rehearsal = Rehearsal(store: store)
    parts = ServerParts(
      store: store, policy: policy, clock: MovableClock(machine: clock, store: store, rehearsal: rehearsal),
      random: RandomValues(bytes: random), push: push, functions: functions,
      identityProviders: identityProviders, announce: announce, notices: ServerNotices(notice),
      faults: FaultPlan(
        store: store, rehearsal: rehearsal, methods: { Route.clientProcedures }, pause: pause),
      trustsNetwork: trustsNetwork, scheme: scheme, version: version, newSigningKeys: newSigningKeys)
  }

  /// Does beforehand what the first request would wait for.
  package func prepare() throws {
    try parts.issuer.prepare()
  }

  /// Leaves the database's file as whoever copies files expects it, when no more requests come.
  package func finish() throws {
    try parts.store.emptyLog()
  }

  /// The path of the route that `request` leads to, with the names of its ids in braces; nil where there is none.
  package func pathTemplate(of request: HTTPRequest) -> String? {
    Router.match(request.path, request.method)?.template
  }

  package func respond(to request: HTTPRequest) throws(StorageFailure) -> HTTPResponse {
    let match = Router.match(request.path, request.method == .head ? .get : request.method)
    let origin = WebOrigin(request)
    var response: HTTPResponse
    var isRefusedPage = false
    do {
      response = try answer(request, match: match, origin: origin)
    } catch let error as ServerError {
      isRefusedPage = error == .otherSite
      response = policy.serviceAnswers ? .serviceRefusal(error, of: request.path) : .refusal(error)
    } catch let failure as StorageFailure {
      throw failure
    } catch CryptoError.noRandomBytes(let errno) {
      throw .failed(path: "the system's source of random bytes", reason: String(cString: strerror(errno)))
    } catch {
      // libcrypto, out of memory say.
      response = .refusal(.brokenServer("\(error)"))
    }
    // Who is refused because of its page is told so there.
    if let match, match.audience.isReadable(from: origin) || isRefusedPage { origin.allowReading(&response) }
    return response
  }

  /// The owner's uploads of accounts may be large. Of others nothing is kept in memory that is not looked at.
  package func bodyLimit(for head: HTTPRequest) -> Int? {
    guard (try? isOwner(head)) == true, !WebOrigin(head).isForeign else { return nil }
    guard let match = Router.match(head.path, head.method), match.otherMethods.isEmpty else { return nil }
    return match.route.bodyLimit
  }

  private func answer(
    _ request: HTTPRequest, match: Router.Match?, origin: WebOrigin
  ) throws -> HTTPResponse {
    guard let match else { throw ServerError.unknownPath }
    if match.audience.isOfThisSite, origin.isForeign { throw ServerError.otherSite }
    if request.method == .options, match.audience.isReadable(from: origin) {
      return origin.preflight(for: request, methods: match.otherMethods)
    }
    guard match.otherMethods.isEmpty else { throw ServerError.wrongMethod }
    let route = match.route
    var call = Call(
      parts: parts, request: request, project: match.project ?? project, tenant: match.tenant,
      isOwner: try isOwner(request), now: try parts.clock.now)
    // The owner's token is a well-known word here: a page of another site must not act with it.
    if call.isOwner, origin.isForeign { throw ServerError.otherSite }
    try admit(call, to: route.audience)
    if match.project == nil, let target = TargetProject.id(in: request) {
      guard call.isOwner else { throw ServerError.foreignProject }
      call.project = try TargetProject.checked(target)
    }
    if route.audience == .clients, let procedure = route.procedure {
      try parts.faults.meetOrRefuse(procedure, in: call.project)
    }
    let response = try route.answer(call)
    // Two halves of a set-up that name different projects see nothing of each other, and nothing fails.
    if let named = match.project, named != project { parts.notices.tell(.foreignProject(named)) }
    return response
  }

  private func admit(_ call: Call, to audience: Audience) throws {
    let isOwner = call.isOwner
    switch audience {
    case .everyone, .mailReaders: return
    case .clients:
      if !isOwner { try admit(key: call.apiKey, of: call) }
    case .owner:
      guard !isOwner else { return }
      guard policy.serviceAnswers else { throw ServerError.missingAuthentication }
      // A key says whose project a client is of, and names none.
      throw call.apiKey?.isEmpty ?? true ? ServerError.unregisteredCaller : .foreignProject
    case .browsers, .thisMachine:
      // A server that needs a real token can be reached from elsewhere.
      guard isOwner || ownerToken == nil else { throw ServerError.missingAuthentication }
    }
  }

  private func admit(key: String?, of call: Call) throws {
    guard let key, !key.isEmpty
    else { throw policy.serviceAnswers ? ServerError.unregisteredCaller : .missingKey }
    guard !policy.anyAPIKey else { return }
    guard try call.projectSettings().apiKey?.hasBytes(of: key) == true else { throw ServerError.wrongKey }
  }

  /// Whether the request shows the owner's token. A wrong one is refused even where none is needed.
  private func isOwner(_ request: HTTPRequest) throws(ServerError) -> Bool {
    guard let header = request.headers["Authorization"] else { return false }
    let words = header.split(separator: " ", maxSplits: 1)
    guard words.count == 2, String(words[0]).hasBytes(ofAnyCase: "bearer") else { return false }
    let token = String(words[1])
    let isRight =
      ownerToken.map { ConstantTime.equal($0, token) }
      // Tools that ask Google for a token first send that one.
      ?? (token.hasBytes(ofAnyCase: "owner") || token.hasPrefix("ya29."))
    guard isRight else { throw .wrongAuthentication }
    return true
  }
}
