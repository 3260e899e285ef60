import Essentials
import IdentityToolkit

/// The operation that deletes all data of the project, with its tenants and its configuration, and resets the clock.
///
/// For a tenant, it deletes only the tenant's data.
struct ResetProjectOperation: Operation {
  let call: Call

  func answer(_ request: EmptyObject) throws -> EmptyObject {
    if call.tenant == nil, try call.parts.clock.offset() != 0 { try call.parts.clock.move(to: 0) }
    return try call.store.write { transaction in
      let id = try call.knownProject(in: transaction).id
      if call.tenant == nil {
        try transaction.deleteWithTenants(call.projectName)
      } else {
        try transaction.deleteContents(project: id)
        try transaction.deleteProviderConfigurations(project: id)
        try transaction.setConfig(
          NewTenantConfig(hasApps: call.dialect.givesNewTenantsApps).value.text, project: id)
      }
      return EmptyObject()
    }
  }
}

/// The operation that deletes every account of the project, or of the tenant that the path names.
struct ClearAccountsOperation: Operation {
  let call: Call

  func answer(_ request: EmptyObject) throws -> EmptyObject {
    try call.store.write { transaction in
      let project = try call.knownProject(in: transaction).id
      try transaction.rememberNames(ofAccountsIn: project, deletedAt: call.now)
      try transaction.deleteAccounts(project: project)
      return EmptyObject()
    }
  }
}
