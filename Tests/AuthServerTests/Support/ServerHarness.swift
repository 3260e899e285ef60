import Crypto
import Essentials
import HTTP
import IdentityToolkit
import Synchronization
import TestSupport
import Testing

@testable import AuthServer

/// A server on a database of its own, with a clock and a random source that the test holds.
final class ServerHarness: Sendable {
  let clock: TestClock
  let store: Store
  let server: IdentityToolkitServer
  let folder: TemporaryFolder
  /// How long the server waited before answers, where it was asked to.
  let pauses = Pauses()

  final class Pauses: Sendable {
    private let all = Mutex<[Duration]>([])

    var recorded: [Duration] { all.withLock { $0 } }

    func record(_ pause: Duration) {
      all.withLock { $0.append(pause) }
    }
  }

  init(
    policy: Policy = .proofless, projectPolicies: [String: Policy] = [:], project: String = "demo-test",
    ownerToken: String? = nil,
    push: (any PushDelivery)? = nil, functions: (any HTTPTransport)? = nil,
    identityProviders: (any HTTPTransport)? = nil,
    events: FunctionsSettings? = nil, announce: (@Sendable (SentMessage) -> Void)? = nil,
    notice: (@Sendable (ServerNotice) -> Void)? = nil, trustsNetwork: Bool = false,
    folder: TemporaryFolder? = nil, inMemory: Bool = false, clock: TestClock = TestClock(),
    newSigningKeys: SharedSigningKeys? = sharedKeys,
    seed: Int = 0
  ) throws {
    self.clock = clock
    self.folder = folder ?? Self.folderWithDatabase()
    store = try Store(at: inMemory ? .memory : .file(path: self.folder.path(of: "local.db")))
    let random = SeededRandom(seed: seed)
    server = IdentityToolkitServer(
      store: store, project: project, policy: policy, projectPolicies: projectPolicies, clock: { clock.now },
      random: { random.bytes($0) },
      ownerToken: ownerToken, push: push,
      functions: functions.map { transport in { @Sendable (_: Policy) -> any HTTPTransport in transport } },
      identityProviders: identityProviders.map { transport in
        { @Sendable () -> any HTTPTransport in transport }
      },
      events: events, announce: announce, notice: notice, pause: { [pauses] in pauses.record($0) },
      trustsNetwork: trustsNetwork, version: "0.1.0",
      newSigningKeys: newSigningKeys)
  }

  /// Whatever a test had the server do, no statement may read a whole table for it.
  deinit {
    // Where the test has broken the database nothing can be asked.
    let scans = (try? store.read { $0.connection.scans }) ?? []
    for scan in scans { Issue.record("no index: \(scan)") }
  }

  /// A new server on the same database, as the next command would open it.
  func reopened(policy: Policy = .proofless) throws -> ServerHarness {
    try ServerHarness(policy: policy, folder: folder, clock: clock, seed: 1_000_000)
  }

  func send(
    _ method: HTTPMethod, _ path: String, query: [QueryItem] = [], headers: HTTPHeaders = [:],
    body: String = ""
  ) throws -> HTTPResponse {
    try server.respond(
      to: HTTPRequest(method: method, path: path, query: query, headers: headers, body: Data(body.utf8)))
  }

  /// Calls an RPC as a client with a key does, or as the owner.
  /// - Throws: the refusal, as a client reads it.
  func call<Procedure: RPC>(
    _ procedure: Procedure.Type, _ body: Procedure.Request, project: String = "demo-test",
    tenant: String? = nil, config: String = "", query: [QueryItem] = [], headers: HTTPHeaders = [:],
    asOwner: Bool = false
  ) throws -> Procedure.Response {
    let route = Procedure.route
    let host = route.service == .localServer ? "" : "/" + route.service.rawValue
    var request = HTTPRequest(
      method: route.method,
      path: "\(host)/\(route.path(project: project, tenant: tenant))".replacing("{config}", with: config),
      query: query, headers: headers)
    if asOwner {
      request.headers["Authorization"] = "Bearer owner"
    } else {
      request.query.append(QueryItem("key", "k"))
    }
    if route.method != .get { request.body = try JSONEncoder().encode(body) }
    return try Self.decode(try server.respond(to: request))
  }

  static func decode<Body: Decodable>(_ response: HTTPResponse) throws -> Body {
    guard response.status == 200 else {
      throw try JSONDecoder().decode(ErrorEnvelope.self, from: response.body)
        .serverError(
          httpStatus: response.status, retryAfter: response.headers["Retry-After"].flatMap { Int($0) })
    }
    return try JSONDecoder().decode(Body.self, from: response.body)
  }

  /// What signs that which the key in the copied database does not, made once for all tests.
  static let sharedKeys: SharedSigningKeys = {
    do { return try SharedSigningKeys() } catch { fatalError("no signing keys: \(error)") }
  }()

  /// The database of a first run, copied: making its key anew for each test takes a tenth of a second.
  private static func folderWithDatabase() -> TemporaryFolder {
    let folder = TemporaryFolder()
    for (name, content) in EmbeddedDatabase.files { folder.write(content, to: name) }
    return folder
  }
}

extension ServerHarness {
  static let number = "+14155550100"

  /// Asks for a code; its session info.
  func sendCode(to number: String = number) throws -> String {
    let response = try call(SendVerificationCode.self, .init(phoneNumber: number))
    guard let info = response.sessionInfo else { throw ServerError(.internalError, "no session info") }
    return info
  }

  /// The code that was sent for a session.
  func code(for sessionInfo: String) throws -> String {
    let codes = try call(VerificationCodes.self, .init()).verificationCodes
    guard let code = codes.first(where: { $0.sessionInfo == sessionInfo })?.code
    else { throw ServerError(.internalError, "no code") }
    return code
  }

  func confirm(
    _ sessionInfo: String, code: String, operation: VerifyOperation? = .signUpOrIn
  ) throws -> SignInWithPhoneNumber.Response {
    try call(
      SignInWithPhoneNumber.self, .init(sessionInfo: sessionInfo, code: code, operation: operation))
  }

  func signIn(_ number: String = number) throws -> SignInWithPhoneNumber.Response {
    let info = try sendCode(to: number)
    return try confirm(info, code: code(for: info))
  }

  /// A code that is not right for the session.
  func wrongCode(for sessionInfo: String) throws -> String {
    try code(for: sessionInfo) == "000000" ? "000001" : "000000"
  }

  func lookup(_ idToken: String?) throws -> AccountRecord? {
    try call(Lookup.self, .init(idToken: idToken)).users?.first
  }

  func refresh(_ token: String?) throws -> ExchangeToken.Response {
    try call(ExchangeToken.self, .init(refreshToken: token))
  }

  /// How far reCAPTCHA is required, as a web page asks.
  func recaptchaConfig(in tenant: String? = nil) throws -> RecaptchaConfig.Response {
    let query = [
      "clientType": "CLIENT_TYPE_WEB", "version": "RECAPTCHA_ENTERPRISE", "tenantId": tenant ?? "",
    ]
    return try call(RecaptchaConfig.self, .init(), query: query.map { QueryItem($0, $1) })
  }

  func setConfig(_ config: JSONValue, mask: String? = nil) throws -> JSONValue {
    try call(
      UpdateProjectConfig.self, config, query: mask.map { [QueryItem("updateMask", $0)] } ?? [], asOwner: true
    )
  }
}

/// What an ID token claims, unverified.
func claims(of token: String?) throws -> JSONValue {
  let parts = (token ?? "").split(separator: ".", omittingEmptySubsequences: false)
  guard parts.count == 3, let payload = Data(base64URL: String(parts[1]))
  else { throw ServerError(.invalidIDToken, "not three parts") }
  return try JSONValue(parsing: payload)
}

extension Data {
  init?(base64URL text: String) {
    guard let bytes = Base64URL.decode(text) else { return nil }
    self.init(bytes)
  }
}
