import IdentityToolkit

/// Shows a tenant.
struct GetTenantOperation: Operation {
  typealias Procedure = GetTenant

  let call: Call

  func answer(_ request: EmptyObject) throws -> JSONValue {
    let tenant = try call.store.write { transaction in try call.storedProject(in: transaction) }
    return .tenant(try call.parts.settings.configuration(of: tenant), named: call.projectName)
  }
}
