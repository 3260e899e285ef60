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
    let change = ProjectConfigChange(call)
    if let mask {
      let paths = mask.map { $0.split(separator: ".").map(String.init) }
      try change.apply(config, paths: paths)
    } else {
      try change.check(config, paths: [[]])
      try change.apply(config, paths: ProjectConfigSchema.tenant.names.map { [$0] })
    }
    return try GetTenantOperation(call: call).answer(EmptyObject())
  }
}
