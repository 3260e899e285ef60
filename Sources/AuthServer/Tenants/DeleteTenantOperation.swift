import IdentityToolkit

/// Deletes a tenant, its accounts and all else that is in it.
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
