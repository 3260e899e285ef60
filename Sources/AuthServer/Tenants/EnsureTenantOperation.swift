import Essentials
import IdentityToolkit

struct EnsureTenantOperation: Operation {
  typealias Procedure = EnsureTenant

  let call: Call

  func answer(_ request: EmptyObject) throws -> EmptyObject {
    guard let id = call.tenant, TenantID.isID(id) else { throw ServerError(.invalidTenantID) }
    return try call.store.write { transaction in
      _ = try call.withoutTenant.storedProject(in: transaction)
      if try transaction.project(named: call.projectName) == nil {
        _ = try transaction.insertProject(
          named: call.projectName, config: NewTenantConfig().value.text)
      }
      return EmptyObject()
    }
  }
}
