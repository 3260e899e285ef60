import Essentials
import HTTP
import IDTokens
import IdentityToolkit

/// One request being answered.
struct Call: Sendable {
  let parts: ServerParts
  let request: HTTPRequest
  /// The id of the project that the request is about.
  var project: String
  /// The tenant of that project; nil for who is in none.
  var tenant: String?
  /// Whether the tenant is made where there is none yet, whatever the policy says.
  var makesTenant = false
  /// Made by the owner: allowed everything.
  let isOwner: Bool
  let now: Date
  /// The ID token that the request shows, which nobody has checked yet; nil for none, and for what is no token.
  var idToken: JWT?
  /// While a sign-in is under way that the project's functions have a say in.
  var functions: AskedFunctions?

  var store: Store { parts.store }
  var policy: Policy { parts.policy }
  var random: RandomValues { parts.random }
  var issuer: TokenWriter { parts.issuer }

  /// The language that the client asks for messages in.
  var locale: String? { request.headers["X-Firebase-Locale"] }
  /// What the server is spoken to by, or the proxy in front of it.
  var scheme: String { request.forwardedScheme?.rawValue ?? parts.scheme }
  /// Where whoever asks reaches the server; nil inside a process.
  var ownOrigin: Origin? { request.headers["Host"].flatMap { Origin(scheme + "://" + $0) } }
  var apiKey: String? { request.queryValue("key") ?? request.headers["x-goog-api-key"] }

  /// Times of rows that are not older than `age` seconds and not from the future.
  ///
  /// A row from the future was written before the clock was set back; it counts as expired, or it would live
  /// longer than it may.
  func period(ofLast age: Int) -> ClosedRange<Date> {
    now.addingTimeInterval(-Double(age))...now.addingTimeInterval(Double(policy.clockSkew))
  }

  /// Refuses what was made longer than `age` seconds ago, and what is from the future; of that the answer says so.
  func refuse(
    madeAt date: Date, unlessInLast age: Int, _ refusal: ServerError
  ) throws(ServerError) {
    let period = period(ofLast: age)
    guard !period.contains(date) else { return }
    var refusal = refusal
    if date > period.upperBound { refusal.reason = ServerError.clockSetBack }
    throw refusal
  }

  /// Refuses what the service does for no tenant.
  func refuseTenant() throws(ServerError) {
    guard tenant == nil else { throw ServerError(.unsupportedTenantOperation) }
  }

  /// What the request's ID token says, once its signature and times are checked.
  /// - Parameters:
  ///   - text: the token as the request has it.
  ///   - missing: what a call without one is refused with.
  func verified(_ text: String?, missing: ServerErrorCode = .missingIDToken) throws -> IDToken {
    guard let text, !text.isEmpty || policy.serviceAnswers else { throw ServerError(missing) }
    guard let idToken else { throw ServerError(.invalidIDToken) }
    return try issuer.verify(idToken, project: project, tenant: tenant, now: now)
  }
}
