import Essentials
import HTTP
import IdentityToolkit

/// The operation that creates a tenant.
///
/// Features that the request does not enable are off.
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
      // The check uses an empty configuration. If it throws, nothing is stored.
      let new = Project(id: 0, config: "{}", shared: try call.projectOfTenants(in: transaction).config)
      try change.refuseUnfit(config, for: new, in: transaction)
      guard try transaction.project(named: call.projectName) == nil
      else { throw ServerError.brokenServer("the random id of a tenant is taken") }
      _ = try transaction.insertProject(named: call.projectName, config: config.text)
    }
    return call.answered(config, of: call.projectName)
  }
}

struct EnsureTenantOperation: Operation {
  typealias Procedure = EnsureTenant

  let call: Call

  func answer(_ request: EmptyObject) throws -> EmptyObject {
    guard let id = call.tenant, TenantID.isID(id) else { throw ServerError(.invalidTenantID) }
    var call = call
    call.makesTenant = true
    return try call.store.write { [call] transaction in
      _ = try call.withoutTenant.storedProject(in: transaction)
      _ = try call.storedProject(in: transaction)
      return EmptyObject()
    }
  }
}

/// The operation that returns a tenant.
struct GetTenantOperation: Operation {
  typealias Procedure = GetTenant

  let call: Call

  func answer(_ request: EmptyObject) throws -> JSONValue {
    let tenant = try call.store.write { transaction in try call.managedTenant(in: transaction) }
    return call.answered(try call.parts.settings.configuration(of: tenant), of: call.projectName)
  }
}

/// The operation that lists the tenants by their IDs, one page at a time.
struct ListTenantsOperation: Operation {
  typealias Procedure = ListTenants

  let call: Call

  private static let pageSize = 20
  private static let largestPage = 1000

  func answer(_ request: EmptyObject) throws -> JSONValue {
    let size = call.request.queryValue("pageSize").flatMap { Int($0) } ?? 0
    // As in Firebase's emulator, a negative number means all tenants.
    let limit = size < 0 ? nil : size == 0 ? Self.pageSize : min(size, Self.largestPage)
    let last = call.request.queryValue("pageToken") ?? ""
    let tenants = try call.store.read { transaction in
      _ = try call.projectOfTenants(in: transaction)
      return try transaction.tenants(of: call.project, after: last, limit: limit)
    }
    let configs = try tenants.map { tenant -> JSONValue in
      call.answered(try call.parts.settings.configuration(of: tenant.project), of: tenant.name)
    }
    var answer: JSONValue = ["tenants": .array(configs)]
    if let limit, tenants.count == limit, let id = tenants.last?.name.tenant {
      answer["nextPageToken"] = .string(id)
    }
    return answer
  }
}

/// The operation that sets the values that the mask names.
///
/// Without a mask, it sets the whole tenant.
///
/// In that case, features that the request does not enable are off.
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

/// The operation that deletes a tenant with its accounts and all other data.
struct DeleteTenantOperation: Operation {
  typealias Procedure = DeleteTenant

  let call: Call

  func answer(_ request: EmptyObject) throws -> EmptyObject {
    try call.store.write { transaction in
      try transaction.delete(project: call.managedTenant(in: transaction).id)
      return EmptyObject()
    }
  }
}
