import Essentials
import HTTP
import IdentityToolkit

/// One request being answered. The operations are extensions of it.
struct Call: Sendable {
  let server: IdentityToolkitServer
  let request: HTTPRequest
  /// The id of the project that the request is about.
  let project: String
  /// Made by the owner: allowed everything.
  let isOwner: Bool
  let now: Date

  var store: Store { server.store }
  var policy: Policy { server.policy }
  var random: RandomValues { server.random }

  /// The language that the client wants its messages in.
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
        named: project, config: ProjectSettings.newProject(named: project).text)
    return (project, try server.settings.settings(of: project))
  }

  /// The call's project, for a transaction that only reads; a project never mentioned has no row yet.
  func findProject(in transaction: Transaction) throws -> Project {
    try transaction.project(named: project)
      ?? Project(id: 0, config: ProjectSettings.newProject(named: project).text)
  }

  /// What the call's project allows, for a look before the transaction that counts.
  func projectSettings() throws -> ProjectSettings {
    try server.settings.settings(of: store.read { transaction in try findProject(in: transaction) })
  }

  /// Refuses a change that only somebody who has just signed in may make.
  func requireRecentSignIn(_ token: IDToken) throws(ServerError) {
    if policy.recentSignInRequired, !period(ofLast: policy.recentSignInWindow).contains(token.signedInAt) {
      throw ServerError(.credentialTooOldLoginAgain)
    }
  }

  /// Whether strangers must not learn which addresses have accounts.
  func hidesAddresses(_ settings: ProjectSettings) -> Bool {
    settings.isEmailPrivacyImproved ?? policy.enumerationProtection
  }

  /// Refuses a tenant: this server has none.
  func refuse(tenant: String?) throws(ServerError) {
    guard tenant?.isEmpty ?? true else { throw ServerError(.unsupportedTenantOperation) }
  }

  /// What a client's ID token says, once its signature and times are checked.
  func verified(_ idToken: String?) throws -> IDToken {
    guard let idToken, !idToken.isEmpty else { throw ServerError(.missingIDToken) }
    return try server.issuer.verify(idToken, project: project, now: now)
  }
}

extension Transaction {
  /// The account that a verified token speaks for, if the sign-in still counts.
  func account(of token: IDToken, project: Int64) throws -> Account {
    guard let account = try account(localID: token.localID, project: project)
    else { throw ServerError(.userNotFound) }
    guard token.counts(for: account) else { throw ServerError(.tokenExpired) }
    try account.refuseIfDisabled()
    return account
  }
}

extension Account {
  func refuseIfDisabled() throws(ServerError) {
    if isDisabled { throw ServerError(.userDisabled) }
  }
}
