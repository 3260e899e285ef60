import Essentials
import IdentityToolkit

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
