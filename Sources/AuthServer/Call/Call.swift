import Essentials
import HTTP
import IDTokens
import IdentityToolkit

/// A request and the state for answering it.
struct Call: Sendable {
  let parts: ServerParts
  let request: HTTPRequest
  /// The ID of the project that the request is about.
  private(set) var project: String {
    didSet { rules = parts.rules(of: project) }
  }
  private var rules: ProjectRules
  /// The project's tenant that the request is about, or nil for none.
  var tenant: String?
  /// Whether to create a missing tenant, whatever the policy says.
  var makesTenant = false
  let caller: Caller
  /// What the caller may do as an administrator of the project.
  var permissions: Set<Permission> = []
  let now: Date
  /// The ID token in the request, not verified yet.
  ///
  /// Nil if there is none or it is not a token.
  var idToken: JWT?
  /// Set during a sign-in that the project's blocking functions can refuse or change.
  var functions: AskedFunctions?

  init(
    parts: ServerParts, request: HTTPRequest, project: String, tenant: String?, caller: Caller, now: Date
  ) {
    self.parts = parts
    self.request = request
    self.project = project
    self.tenant = tenant
    self.caller = caller
    self.now = now
    rules = parts.rules(of: project)
  }

  /// Whether the owner or an administrator of the project makes the call.
  var isAdministrator: Bool { caller != .client }
  var store: Store { parts.store }
  var policy: Policy { rules.policy }
  var dialect: Dialect { policy.dialect }
  var random: RandomValues { parts.random }
  var issuer: TokenWriter { rules.issuer }

  /// The language that the client requests for messages.
  var locale: String? { request.headers["X-Firebase-Locale"] }
  /// The translations of a page for the person who asks for it.
  var catalog: Catalog { parts.catalog(request.headers["Accept-Language"]) }
  /// The scheme that clients use to reach the server or the proxy in front of it.
  var scheme: String { request.forwardedScheme?.rawValue ?? parts.scheme }
  /// The address at which the client reaches the server, or nil inside a process.
  var ownOrigin: Origin? { request.headers["Host"].flatMap { Origin(scheme + "://" + $0) } }
  var apiKey: String? { request.queryValue("key") ?? request.headers["x-goog-api-key"] }

  /// Returns the ID of the known project that an API key names, or nil if the key names none.
  ///
  /// Client SDKs do not send their project's ID, so tests give it as the key.
  func project(ofKey key: String?) throws -> String? {
    guard let key, key != parts.project, Self.mayBeProject(key) else { return nil }
    let isKnown =
      try parts.hasPolicy(for: key)
      || store.mayHave(project: key)
        && store.read { transaction in
          try transaction.project(named: ProjectName(project: key)) != nil
        }
    return isKnown ? key : nil
  }

  /// Returns whether a project may have this ID.
  ///
  /// Google's API keys begin with capital letters, so they do not cost a look at the store.
  private static func mayBeProject(_ key: String) -> Bool {
    (2...128).contains(key.utf8.count)
      && key.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "-.:_".utf8.contains($0)
      }
  }

  /// Makes the call about a project or a tenant that its path does not name.
  mutating func turn(to name: ProjectName) throws(ServerError) {
    (project, tenant) = (name.project, name.tenant)
    try refuseOtherProject()
  }

  /// Throws if the server serves only its own project, and the call is about another one.
  func refuseOtherProject() throws(ServerError) {
    guard serves(project) else { throw .otherProject(project, than: parts.project) }
  }

  /// Returns whether the server serves the project or tenant called `name`.
  func serves(_ name: String) -> Bool {
    policy.otherProjectsServed || name == parts.project || name.hasPrefix(parts.project + "/")
  }

  /// Returns the times of rows that are at most `age` seconds old and not from the future.
  ///
  /// A row from the future was written before the clock was set back. It counts as expired, because otherwise it would
  /// live too long.
  func period(ofLast age: Int) -> ClosedRange<Date> {
    now.addingTimeInterval(-Double(age))...now.addingTimeInterval(Double(Policy.clockSkew))
  }

  /// Throws if `date` is more than `age` seconds ago or in the future.
  ///
  /// For the future, the answer says so.
  func refuse(
    madeAt date: Date, unlessInLast age: Int, _ refusal: ServerError
  ) throws(ServerError) {
    let period = period(ofLast: age)
    guard !period.contains(date) else { return }
    var refusal = refusal
    if date > period.upperBound { refusal.reason = ServerError.clockSetBack }
    throw refusal
  }

  /// Throws if the call is about a tenant, for things that the service does not do for tenants.
  func refuseTenant() throws(ServerError) {
    guard tenant == nil else { throw ServerError(.unsupportedTenantOperation) }
  }

  /// Verifies the signature and times of the request's ID token and returns the token.
  ///
  /// - Parameters:
  ///   - text: The token in the request.
  ///   - missing: The error for a call without a token.
  func verified(_ text: String?, missing: ServerErrorCode = .missingIDToken) throws -> IDToken {
    guard let text, !text.isEmpty || policy.dialect.readsEmptyTokens else { throw ServerError(missing) }
    guard let idToken else { throw ServerError(.invalidIDToken) }
    return try issuer.verify(idToken, project: project, tenant: tenant, now: now)
  }
}
