import IdentityToolkit

/// Deletes everything that the project has, its tenants and its configuration too; of a tenant, what is in it.
struct ResetProjectOperation: Operation {
  typealias Procedure = ResetProject

  let call: Call

  func answer(_ request: EmptyObject) throws -> EmptyObject {
    try call.store.write { transaction in
      let id = try call.knownProject(in: transaction).id
      if call.tenant == nil {
        for tenant in try transaction.tenants(of: call.project) {
          try transaction.delete(project: tenant.project.id)
        }
        try transaction.delete(project: id)
      } else {
        try transaction.deleteContents(project: id)
        try transaction.setConfig(NewTenantConfig().value.text, project: id)
      }
      return EmptyObject()
    }
  }
}
