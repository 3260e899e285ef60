import IdentityToolkit

/// Deletes every account of the project, or of the tenant that the path names.
struct ClearAccountsOperation: Operation {
  typealias Procedure = ClearAccounts

  let call: Call

  func answer(_ request: EmptyObject) throws -> EmptyObject {
    try call.store.write { transaction in
      try transaction.deleteAccounts(project: call.knownProject(in: transaction).id)
      return EmptyObject()
    }
  }
}
