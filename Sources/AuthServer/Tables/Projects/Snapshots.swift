// A snapshot is a project under a name that no call can have, because no project's ID contains a slash.
extension ProjectName {
  static func snapshot(_ name: String) -> ProjectName { ProjectName(project: "/" + name) }
}

extension Transaction {
  /// Replaces the project or snapshot `target` with a copy of `source`, whose row is `project`.
  ///
  /// Sessions, codes, messages and counters are not copied.
  func replace(_ target: ProjectName, withCopyOf project: Project, named source: ProjectName)
    throws(StorageFailure)
  {
    try deleteWithTenants(target)
    try copy(project, to: target)
    for tenant in try tenants(of: source.project) {
      try copy(tenant.project, to: ProjectName(project: target.project, tenant: tenant.name.tenant))
    }
  }

  /// The accounts keep their uids, by which the copies of what belongs to them are found.
  private func copy(_ project: Project, to name: ProjectName) throws(StorageFailure) {
    let copy = try insertProject(named: name, config: project.config)
    try connection.copy(Account.self, from: project.id, to: copy)
    try connection.copy(ProviderIdentityRow.self, from: project.id, to: copy)
    try connection.copy(SecondFactorRow.self, from: project.id, to: copy)
    try connection.copy(PasskeyRow.self, from: project.id, to: copy)
    try connection.copy(ProviderConfiguration.self, from: project.id, to: copy)
  }

  /// Deletes a project or snapshot, with its tenants and its configuration, if it exists.
  func deleteWithTenants(_ name: ProjectName) throws(StorageFailure) {
    for tenant in try tenants(of: name.project) { try delete(project: tenant.project.id) }
    try forgetFormerTenants(of: name.project)
    if let project = try project(named: name) { try delete(project: project.id) }
  }
}
