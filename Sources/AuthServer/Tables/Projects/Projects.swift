import Essentials

/// A project, or a tenant of one.
///
/// Each has its own data in the store.
struct Project: Sendable, Equatable {
  var id: Int64
  /// The stored configuration, as JSON.
  var config: String
  /// For a tenant: its project's configuration, for the shared settings.
  var shared: String?
}

/// The name of a project (`PROJECT`) or a tenant (`PROJECT/TENANT`) in the store.
struct ProjectName: Sendable, Equatable {
  /// The ID, which does not contain a slash.
  var project: String
  var tenant: String?

  var text: String { tenant.map { project + "/" + $0 } ?? project }
}

extension ProjectName {
  init(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1).map(String.init)
    project = parts.first ?? ""
    tenant = parts.count == 2 ? parts[1] : nil
  }
}

private struct ProjectRow: Record {
  static let table: StaticString = "projects"

  var name = ""
  var project = Project(id: 0, config: "")

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &project.id, .id)
    try row.column("name", &name, .fixed)
    try row.column("config", &project.config)
  }
}

extension Transaction {
  func project(named name: ProjectName) throws(StorageFailure) -> Project? {
    try connection.first(ProjectRow.self, where: "name = ?", name.text)?.project
  }

  /// Stores a new project, and returns its row.
  func insertProject(named name: ProjectName, config: String) throws(StorageFailure) -> Int64 {
    connection.projects.add(name.text)
    return try connection.insert(ProjectRow(name: name.text, project: Project(id: 0, config: config)))
  }

  /// Returns the tenants of a project, sorted by their IDs.
  ///
  /// - Parameters:
  ///   - last: Only tenants whose IDs come after this one.
  ///   - limit: The maximum number, or nil for all.
  func tenants(
    of project: String, after last: String = "", limit: Int? = nil
  ) throws(StorageFailure) -> [(name: ProjectName, project: Project)] {
    // "0" is the character after the slash.
    try connection.all(
      ProjectRow.self, where: "name > ? AND name < ? ORDER BY name LIMIT ?",
      ProjectName(project: project, tenant: last).text, project + "0", limit ?? -1
    ).map { (ProjectName($0.name), $0.project) }
  }

  /// Returns the project of the account, deleted or not, whose session a refresh token renews.
  func projectName(ofRefreshToken hash: [UInt8]) throws(StorageFailure) -> ProjectName? {
    var name: String? = try connection.value(
      """
      SELECT name FROM projects WHERE id = (SELECT project FROM accounts WHERE id =
        (SELECT account FROM refresh_tokens WHERE hash = ?))
      """, hash)
    if name == nil {
      name = try connection.value(
        """
        SELECT project FROM former_accounts WHERE account =
          (SELECT account FROM refresh_tokens WHERE hash = ?)
        """, hash)
    }
    return name.map(ProjectName.init)
  }

  /// Returns the names of the first projects in alphabetical order, without snapshots.
  func projectNames() throws(StorageFailure) -> [String] {
    try connection.all(
      ProjectRow.self, where: "name > '' AND name NOT GLOB '/*' ORDER BY name LIMIT 200"
    ).map(\.name)
  }

  /// Returns the names of the snapshots in alphabetical order.
  func snapshots() throws(StorageFailure) -> [String] {
    // "0" is the character after the slash. Another slash follows the name in those of tenants.
    try connection.all(ProjectRow.self, where: "name > '/' AND name < '0' ORDER BY name")
      .map { String($0.name.dropFirst()) }.filter { !$0.utf8.contains(UInt8(ascii: "/")) }
  }

  func setConfig(_ config: String, project: Int64) throws(StorageFailure) {
    try connection.run("UPDATE projects SET config = ? WHERE id = ?", config, project)
  }

  func delete(project: Int64) throws(StorageFailure) {
    try deleteContents(project: project)
    try deleteProviderConfigurations(project: project)
    try connection.run("DELETE FROM projects WHERE id = ?", project)
  }

  /// Deletes a tenant with all its data.
  ///
  /// Its name and its refresh tokens stay, so they can be distinguished from forged ones.
  func delete(tenant: Int64, at now: Date) throws(StorageFailure) {
    try connection.run("DELETE FROM former_tenants WHERE deleted_at < ?", now - memoryOfDeleted)
    try connection.run(
      "INSERT OR REPLACE INTO former_tenants SELECT name, ? FROM projects WHERE id = ?", now, tenant)
    try rememberNames(ofAccountsIn: tenant, deletedAt: now)
    try deleteAccounts(project: tenant)
    try deleteOtherContents(project: tenant)
    try deleteProviderConfigurations(project: tenant)
    try connection.run("DELETE FROM projects WHERE id = ?", tenant)
  }

  /// Returns whether a tenant of this name was deleted.
  func isFormerTenant(_ name: ProjectName) throws(StorageFailure) -> Bool {
    let found: String? = try connection.value("SELECT name FROM former_tenants WHERE name = ?", name.text)
    return found != nil
  }

  /// Deletes the names of a project's deleted tenants, with the sessions of their accounts.
  func forgetFormerTenants(of project: String) throws(StorageFailure) {
    let (first, last) = (project + "/", project + "0")
    try connection.run(
      """
      DELETE FROM refresh_tokens WHERE account IN
        (SELECT account FROM former_accounts WHERE project > ? AND project < ?)
      """, first, last)
    try connection.run("DELETE FROM former_accounts WHERE project > ? AND project < ?", first, last)
    try connection.run("DELETE FROM former_tenants WHERE name > ? AND name < ?", first, last)
  }

  /// Deletes all data of a project except its name and its configuration.
  func deleteContents(project id: Int64) throws(StorageFailure) {
    try deleteRefreshTokens(project: id)
    try deleteAccounts(project: id)
    try forgetFormerNames(ofAccountsIn: id)
    try deleteOtherContents(project: id)
  }

  /// Deletes what a project has besides its accounts and their sessions.
  private func deleteOtherContents(project id: Int64) throws(StorageFailure) {
    let deletions: [StaticString] = [
      "DELETE FROM phone_sessions WHERE project = ?",
      "DELETE FROM phone_failures WHERE project = ?",
      "DELETE FROM action_codes WHERE project = ?",
      "DELETE FROM temporary_proofs WHERE project = ?",
      "DELETE FROM app_receipts WHERE project = ?",
      "DELETE FROM recaptcha_tokens WHERE project = ?",
      "DELETE FROM password_failures WHERE project = ?",
      "DELETE FROM mail_counts WHERE project = ?",
      "DELETE FROM sms_counts WHERE project = ?",
      "DELETE FROM outbox WHERE project = ?",
      "DELETE FROM events WHERE project = ?",
      "DELETE FROM faults WHERE project = ?",
      "DELETE FROM provider_authorizations WHERE project = ?",
      "DELETE FROM pending_identities WHERE project = ?",
      "DELETE FROM used_assertions WHERE project = ?",
    ]
    for deletion in deletions { try connection.run(deletion, id) }
  }
}
