import IdentityToolkit

/// Deletes every account of the project.
struct ClearAccountsOperation: Operation {
  typealias Procedure = ClearAccounts

  let call: Call

  func answer(_ request: EmptyObject) throws -> EmptyObject {
    try call.store.write { transaction in
      try transaction.deleteAccounts(project: call.findProject(in: transaction).id)
      return EmptyObject()
    }
  }
}
