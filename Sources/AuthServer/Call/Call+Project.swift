import IdentityToolkit

// The project that a call is about: the tenant's row where it is about a tenant.
extension Call {
  var projectName: ProjectName { ProjectName(project: project, tenant: tenant) }

  /// The call, about the project itself.
  var withoutTenant: Call {
    var call = self
    call.tenant = nil
    return call
  }

  /// The call's project and what it allows; made where this is its first mention.
  func openProject(in transaction: Transaction) throws -> (Project, ProjectSettings) {
    let project = try storedProject(in: transaction)
    let settings = try settings(of: project)
    try settings.refuseIfDisabled()
    return (project, settings)
  }

  /// The call's project, for a transaction that only reads; a project never mentioned has no row yet.
  func findProject(in transaction: Transaction) throws -> Project {
    let project = try knownProject(in: transaction)
    try settings(of: project).refuseIfDisabled()
    return project
  }

  /// What `openProject` opens, disabled or not: for who changes that, or only looks.
  func storedProject(in transaction: Transaction) throws -> Project {
    var project = try knownProject(in: transaction)
    if project.id == 0 {
      project.id = try transaction.insertProject(named: projectName, config: project.config)
    }
    return project
  }

  /// What `findProject` finds, disabled or not.
  func knownProject(in transaction: Transaction) throws -> Project {
    let found = try transaction.project(named: projectName)
    guard tenant != nil else { return found ?? Project(id: 0, config: newConfig) }
    if found == nil, !makesTenant, !policy.tenantsMadeOnMention { throw ServerError(.invalidTenantID) }
    var project = found ?? Project(id: 0, config: NewTenantConfig().value.text)
    project.shared = try sharedConfig(in: transaction)
    try refuseUnlessMultiTenant(project)
    return project
  }

  /// Refuses what is about a tenant, or about all of them, where `project` says that there are none.
  private func refuseUnlessMultiTenant(_ project: Project) throws {
    guard policy.serviceAnswers, !makesTenant, try !settings(of: project).areTenantsAllowed else { return }
    throw ServerError(.invalidProjectID)
  }

  /// The project itself, for who manages its tenants.
  func projectOfTenants(in transaction: Transaction) throws -> Project {
    let project = try withoutTenant.knownProject(in: transaction)
    try refuseUnlessMultiTenant(project)
    return project
  }

  /// The tenant that the call manages. Firebase's emulator makes it where there is none.
  func managedTenant(in transaction: Transaction) throws -> Project {
    _ = try projectOfTenants(in: transaction)
    do {
      return try storedProject(in: transaction)
    } catch let error as ServerError where error.code == .invalidTenantID {
      throw ServerError(.tenantNotFound, httpStatus: 404, status: "NOT_FOUND", reason: "notFound")
    }
  }

  /// What the call's project allows, for a look before the transaction that counts.
  func projectSettings() throws -> ProjectSettings {
    try settings(of: store.read { transaction in try findProject(in: transaction) })
  }

  /// What `project` allows.
  func settings(of project: Project) throws(StorageFailure) -> ProjectSettings {
    try parts.settings.settings(of: project)
  }

  /// The row of the project itself, for what apps have whichever tenant they sign in to; zero for none.
  func appProject(in transaction: Transaction) throws -> Int64 {
    try transaction.project(named: ProjectName(project: project))?.id ?? 0
  }

  /// The configuration of the project itself, which its tenants share in part.
  func sharedConfig(in transaction: Transaction) throws -> String {
    try transaction.project(named: ProjectName(project: project))?.config
      ?? newConfig
  }

  /// The configuration of a project that is mentioned for the first time.
  private var newConfig: String { NewProjectConfig(named: project).value.text }
}
