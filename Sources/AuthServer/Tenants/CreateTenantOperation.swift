import IdentityToolkit

/// Makes a tenant. What the request does not enable is off.
struct CreateTenantOperation: Operation {
  typealias Procedure = CreateTenant

  let call: Call

  func answer(_ request: JSONValue) throws -> JSONValue {
    let name = try TenantName(request, under: call.policy)
    let config = request.withoutTenantID
    var call = call
    call.tenant = try TenantID.new(after: name.text, random: call.random)
    let change = ProjectConfigChange(call)
    try change.check(config, paths: [[]])
    try call.store.write { [call] transaction in
      // Everything off, and free: what is refused leaves nothing behind.
      let new = Project(id: 0, config: "{}", shared: try call.projectOfTenants(in: transaction).config)
      try change.refuseUnfit(config, for: new, in: transaction)
      guard try transaction.project(named: call.projectName) == nil
      else { throw ServerError.brokenServer("the random id of a tenant is taken") }
      _ = try transaction.insertProject(named: call.projectName, config: config.text)
    }
    return call.answered(config, of: call.projectName)
  }
}
