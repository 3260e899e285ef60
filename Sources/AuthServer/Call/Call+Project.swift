import Essentials
import HTTP
import IdentityToolkit

// These find the project of a call. For a tenant, this is the tenant's row.
extension Call {
  var projectName: ProjectName { ProjectName(project: project, tenant: tenant) }

  /// The same call for the project itself, without a tenant.
  var withoutTenant: Call {
    var call = self
    call.tenant = nil
    return call
  }

  /// Returns the call's project and its settings.
  ///
  /// The first mention creates the project.
  func openProject(in transaction: Transaction) throws -> (Project, ProjectSettings) {
    let project = try storedProject(in: transaction)
    let settings = try settings(of: project)
    try refuseIfDisabled(settings)
    return (project, settings)
  }

  /// Returns the call's project, for a transaction that only reads.
  ///
  /// A new project does not have a row yet.
  func findProject(in transaction: Transaction) throws -> Project {
    let project = try knownProject(in: transaction)
    try refuseIfDisabled(settings(of: project))
    return project
  }

  private func refuseIfDisabled(_ settings: ProjectSettings) throws(ServerError) {
    try settings.refuseIfDisabled(
      as: policy.dialect.namesDisabledTenants ? .tenantDisabled : .projectDisabled)
  }

  /// Does the same as `openProject`, but also returns a disabled project, for code that changes or shows this state.
  func storedProject(in transaction: Transaction) throws -> Project {
    var project = try knownProject(in: transaction)
    if project.id == 0 {
      project.id = try transaction.insertProject(named: projectName, config: project.config)
    }
    return project
  }

  /// Does the same as `findProject`, but also returns a disabled project.
  func knownProject(in transaction: Transaction) throws -> Project {
    let found = try transaction.project(named: projectName)
    guard tenant != nil else { return found ?? Project(id: 0, config: newConfig) }
    if found == nil, !makesTenant, !policy.dialect.makesTenantsOnMention {
      throw try unknownTenant(in: transaction)
    }
    var project =
      found
      ?? Project(
        id: 0, config: NewTenantConfig(hasApps: makesTenant || policy.dialect.givesNewTenantsApps).value.text)
    project.shared = try sharedConfig(in: transaction)
    try refuseUnlessMultiTenant(project)
    return project
  }

  /// Returns the error for a tenant that the project does not have.
  private func unknownTenant(in transaction: Transaction) throws -> ServerError {
    let isResource = isOnNewPath && request.path.contains("/tenants/")
    if !isResource, try transaction.isFormerTenant(projectName) { return ServerError(.tenantDeleted) }
    guard isOnNewPath else { return ServerError(.invalidTenantID) }
    return ServerError(.tenantNotFound, httpStatus: 404, status: "NOT_FOUND", reason: "notFound")
  }

  /// Throws if the call is about tenants and `project` does not allow them.
  private func refuseUnlessMultiTenant(_ project: Project) throws {
    guard policy.dialect.needsMultiTenancy, !makesTenant, try !settings(of: project).areTenantsAllowed else {
      return
    }
    throw ServerError(.invalidProjectID)
  }

  /// Returns the project itself, for code that manages its tenants.
  func projectOfTenants(in transaction: Transaction) throws -> Project {
    let project = try withoutTenant.knownProject(in: transaction)
    try refuseUnlessMultiTenant(project)
    return project
  }

  /// Returns the tenant that the call manages.
  ///
  /// Firebase's emulator creates it if it is missing.
  func managedTenant(in transaction: Transaction) throws -> Project {
    _ = try projectOfTenants(in: transaction)
    return try storedProject(in: transaction)
  }

  /// Returns the settings of the call's project, for a first check before the actual transaction.
  func projectSettings() throws -> ProjectSettings {
    try settings(of: store.read { transaction in try findProject(in: transaction) })
  }

  func settings(of project: Project) throws(StorageFailure) -> ProjectSettings {
    try parts.settings.settings(of: project)
  }

  /// Returns the row of the project itself, or zero if there is none.
  ///
  /// Some data belongs to an app, whatever tenant it signs in to.
  func appProject(in transaction: Transaction) throws -> Int64 {
    try transaction.project(named: ProjectName(project: project))?.id ?? 0
  }

  /// Returns the configuration of the project itself, which its tenants partly share.
  func sharedConfig(in transaction: Transaction) throws -> String {
    try transaction.project(named: ProjectName(project: project))?.config
      ?? newConfig
  }

  /// Throws if nobody initialized the project, and the policy requires that.
  ///
  /// - Parameter changesConfig: Whether the call changes the configuration. If the owner sets the kind of the project
  ///   there, this stands for the button in Firebase's console.
  func refuseUninitialized(changesConfig: Bool) throws {
    guard policy.newProjects != .ready, try withoutTenant.projectSettings().subtype == nil else { return }
    if changesConfig, caller == .owner, (try? JSONBody.decode(request.body) as JSONValue)?["subtype"] != nil {
      return
    }
    let isNew = isOnNewPath
    throw ServerError(
      .configurationNotFound, httpStatus: isNew ? 404 : 400, status: isNew ? "NOT_FOUND" : nil,
      reason: isNew ? "notFound" : nil)
  }

  /// Whether the call is for version 2 of the Identity Toolkit, whose refusals have other forms.
  private var isOnNewPath: Bool {
    ["v2/", "admin/v2/"].contains {
      request.path.hasPrefix("/\(ServiceHost.identityToolkit.rawValue)/" + $0)
    }
  }

  private var newConfig: String {
    NewProjectConfig(named: project, isPlatform: policy.newProjects == .ready).value.text
  }
}
