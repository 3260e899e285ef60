import IdentityToolkit

/// Shows a tenant.
struct GetTenantOperation: Operation {
  typealias Procedure = GetTenant

  let call: Call

  func answer(_ request: EmptyObject) throws -> JSONValue {
    let tenant = try call.store.write { transaction in try call.managedTenant(in: transaction) }
    return call.answered(try call.parts.settings.configuration(of: tenant), of: call.projectName)
  }
}
