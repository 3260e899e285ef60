import HTTP
import IdentityToolkit

/// Sets what the mask names, or, without one, the whole tenant: what the request does not enable is off then.
struct UpdateTenantOperation: Operation {
  typealias Procedure = UpdateTenant

  let call: Call

  func answer(_ request: JSONValue) throws -> JSONValue {
    _ = try TenantName(request, under: call.policy)
    let config = request.withoutTenantID
    let mask = call.request.queryValue("updateMask").flatMap { $0.isEmpty ? nil : $0.split(separator: ",") }
    let named = mask?.map { $0.split(separator: ".").map(String.init) }
    let change = ProjectConfigChange(call)
    try change.check(config, paths: named ?? [[]])
    try call.store.write { transaction in
      _ = try call.managedTenant(in: transaction)
      try change.apply(
        config, paths: named ?? ProjectConfigSchema.tenant.names.map { [$0] }, in: transaction)
    }
    return try GetTenantOperation(call: call).answer(EmptyObject())
  }
}
