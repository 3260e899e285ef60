import Essentials
import HTTP
import IdentityToolkit

/// One request being answered.
struct Call: Sendable {
  let parts: ServerParts
  let request: HTTPRequest
  /// The id of the project that the request is about.
  var project: String
  /// Made by the owner: allowed everything.
  let isOwner: Bool
  let now: Date
  /// While a sign-in is under way that the project's functions have a say in.
  var functions: AskedFunctions?

  var store: Store { parts.store }
  var policy: Policy { parts.policy }
  var random: RandomValues { parts.random }
  var issuer: TokenIssuer { parts.issuer }

  /// The language that the client asks for messages in.
  var locale: String? { request.headers["X-Firebase-Locale"] }
  var apiKey: String? { request.queryValue("key") ?? request.headers["x-goog-api-key"] }

  /// Times of rows that are not older than `age` seconds and not from the future.
  ///
  /// A row from the future was written before the clock was set back; it counts as expired, or it would live
  /// longer than it may.
  func period(ofLast age: Int) -> ClosedRange<Date> {
    now.addingTimeInterval(-Double(age))...now.addingTimeInterval(Double(policy.clockSkew))
  }

  /// The call's project and what it allows; made where this is its first mention.
  func openProject(in transaction: Transaction) throws -> (Project, ProjectSettings) {
    let found = try transaction.project(named: project)
    let project =
      try found
      ?? transaction.insertProject(
        named: project, config: NewProjectConfig(named: project).value.text)
    return (project, try settings(of: project))
  }

  /// The call's project, for a transaction that only reads; a project never mentioned has no row yet.
  func findProject(in transaction: Transaction) throws -> Project {
    try transaction.project(named: project)
      ?? Project(id: 0, config: NewProjectConfig(named: project).value.text)
  }

  /// What the call's project allows, for a look before the transaction that counts.
  func projectSettings() throws -> ProjectSettings {
    try settings(of: store.read { transaction in try findProject(in: transaction) })
  }

  /// What `project` allows.
  func settings(of project: Project) throws(StorageFailure) -> ProjectSettings {
    try parts.settings.settings(of: project)
  }

  /// Refuses a tenant: this server has none.
  func refuse(tenant: String?) throws(ServerError) {
    guard tenant?.isEmpty ?? true else { throw ServerError(.unsupportedTenantOperation) }
  }

  /// What a client's ID token says, once its signature and times are checked.
  func verified(_ idToken: String?) throws -> IDToken {
    guard let idToken, !idToken.isEmpty else { throw ServerError(.missingIDToken) }
    return try issuer.verify(idToken, project: project, now: now)
  }
}
